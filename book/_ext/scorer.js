// How the search orders what it finds: the words of the field and titles first, pages that name the words, names of code last.
var Scorer = {
  score: ([docname, title, anchor, descr, score]) => {
    if (docname.startsWith("book/api")) return score - 200;
    if (docname.startsWith("book/claims") || docname.startsWith("book/claim-graph")) return score - 20;
    return score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
