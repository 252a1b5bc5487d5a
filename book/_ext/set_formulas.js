// Runs in the V8 of mini-racer after KaTeX and Temml. One formula is [TeX, display, light]; many() answers {set} or {wrong}.
// The width of a display, in em, is summed up in KaTeX's own tree: with it the style sheet makes a formula as small as its
// column asks, without a script.
var SIZE = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.44, 1.728, 2.074, 2.488];
var NONE = ["rlap", "llap", "clap", "katex-strut", "strut", "pstrut", "vlist-s"];
function em(value) {
  return value && /em$/.test(value) ? parseFloat(value) : 0;
}
function wide(node, size) {
  var kinds = node.classes || [], style = node.style || {}, inner = size, total = 0, each = node.children || [];
  var from = kinds.find((kind) => /^reset-size/.test(kind)), to = kinds.find((kind) => /^size\d/.test(kind));
  if (from && to) inner = (size * SIZE[+to.slice(4)]) / SIZE[+from.slice(10)];
  if (node.text !== undefined) total = ((node.width || 0) * [...node.text].length + (node.italic || 0)) * inner;
  else if (style.width) total = em(style.width) * inner;
  else if (kinds.includes("vlist") || kinds.includes("vlist-t")) total = Math.max(0, ...each.map((child) => wide(child, inner)));
  else if (kinds.includes("nulldelimiter")) total = 0.12 * inner;
  else if (!kinds.some((kind) => NONE.includes(kind))) total = each.reduce((sum, child) => sum + wide(child, inner), 0);
  return total + (em(style.marginLeft) + em(style.marginRight) + em(style.paddingLeft)) * inner;
}
// In scripts TeX sets no room around relations, MathML does.
function tight(node, script) {
  if (script && node.type === "mo") {
    node.setAttribute("lspace", "0em");
    node.setAttribute("rspace", "0em");
  }
  var scripts = /^(msub|msup|msubsup|munder|mover|munderover)$/.test(node.type);
  (node.children || []).forEach((child, at) => tight(child, script || (scripts && at > 0)));
}
// KaTeX writes min as two elements, a name and the sign that applies it. Where one child belongs that is one too many, and
// Firefox calls it invalid.
function applied(set) {
  return set.replace(/(<mi[^>]*>[^<]*<\/mi>)<mo>\u2061<\/mo>/g, "<mrow>$1<mo>\u2061</mo></mrow>");
}
function one([tex, display, light]) {
  try {
    if (light) {
      var tree = temml.__renderToMathMLTree(tex, { displayMode: display, annotate: true, throwOnError: true });
      tight(tree, false);
      return { set: tree.toMarkup() };
    }
    var options = { displayMode: display, strict: "ignore", throwOnError: true };
    var set = applied(katex.renderToString(tex, options));
    if (!display) return { set };
    var width = wide(katex.__renderToHTMLTree(tex, options), 1).toFixed(1);
    return { set: set.replace('<span class="katex-display">', '<span class="katex-display" style="--wide:' + width + '">') };
  } catch (error) {
    return { wrong: error.message };
  }
}
function many(formulas) {
  return JSON.stringify(formulas.map(one));
}
