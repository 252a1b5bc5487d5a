// Clinics that may pool their records: the model of the figures. All comparisons are exact (BigInt).
"use strict";
(() => {
  const { models } = Interactive, { less, minus } = Scenes.exact;

  // Expected error of each member of a coalition, as [numerator, denominator]; spread 1, noise as such a pair.
  const errors = (sizes, noise, members) => {
    const n = members.map((i) => BigInt(sizes[i]));
    const total = n.reduce((a, b) => a + b, 0n);
    const squares = n.reduce((a, b) => a + b * b, 0n);
    const [top, bottom] = noise.map(BigInt);
    return n.map((own) => [
      top * total + bottom * (squares - own * own + (total - own) ** 2n),
      bottom * total * total,
    ]);
  };

  // Everything that players 0..count-1 can be split into, blocks in the order of their first members.
  const partitions = (count) => {
    if (count === 0) return [[]];
    return partitions(count - 1).flatMap((rest) => [
      ...rest.map((block, at) => rest.map((b, i) => (i === at ? [...block, count - 1] : b))),
      [...rest, [count - 1]],
    ]);
  };

  // Each coalition with the member that gains least by leaving, and its gain: smallest first, then by names.
  const moves = (sizes, noise, partition) => {
    const now = [], found = [];
    for (const block of partition) errors(sizes, noise, block).forEach((e, i) => (now[block[i]] = e));
    for (let mask = 1; mask < 1 << sizes.length; mask++) {
      const who = [...sizes.keys()].filter((i) => (mask >> i) & 1);
      const gains = errors(sizes, noise, who).map((e, i) => minus(now[who[i]], e));
      const gain = gains.reduce((a, b) => (less(b, a) ? b : a));
      found.push({ who, loser: who[gains.indexOf(gain)], gain });
    }
    return found.sort((a, b) => a.who.length - b.who.length || (a.who.join() < b.who.join() ? -1 : 1));
  };
  // The coalitions all of whose members would have a smaller error than now.
  const blocking = (...game) => moves(...game).filter(({ gain }) => gain[0] > 0n).map(({ who }) => who);

  // What a split hangs on: who of the first coalition that leaves would lose how much by staying; where nobody leaves, who
  // would lose how much by leaving, in the coalition that comes nearest to it. Null where nobody would lose anything.
  const hangs = (...game) => {
    const all = moves(...game), [stays] = all.filter(({ gain }) => gain[0] > 0n);
    if (stays) return { ...stays, staying: true, loss: stays.gain };
    const near = all.filter(({ gain }) => gain[0] < 0n).reduce((a, b) => (a && !less(a.gain, b.gain) ? a : b), null);
    return near && { ...near, staying: false, loss: [-near.gain[0], near.gain[1]] };
  };
  models.clinics = { errors, partitions, blocking, hangs };
})();
