// Clinics that may pool their records: the model of the figures. All comparisons are exact (BigInt).
"use strict";
(() => {
  const { models } = Interactive;

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
  const less = (a, b) => a[0] * b[1] < b[0] * a[1];

  // Everything that players 0..count-1 can be split into, blocks in the order of their first members.
  const partitions = (count) => {
    if (count === 0) return [[]];
    return partitions(count - 1).flatMap((rest) => [
      ...rest.map((block, at) => rest.map((b, i) => (i === at ? [...block, count - 1] : b))),
      [...rest, [count - 1]],
    ]);
  };

  // The coalitions all of whose members would have a smaller error than now: smallest first, then by names.
  const blocking = (sizes, noise, partition) => {
    const now = [];
    for (const block of partition) errors(sizes, noise, block).forEach((e, i) => (now[block[i]] = e));
    const found = [];
    for (let mask = 1; mask < 1 << sizes.length; mask++) {
      const members = [...sizes.keys()].filter((i) => (mask >> i) & 1);
      if (errors(sizes, noise, members).every((e, i) => less(e, now[members[i]]))) found.push(members);
    }
    return found.sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1));
  };
  models.clinics = { errors, partitions, blocking };
})();
