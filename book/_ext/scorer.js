// How the search orders what it finds: the words of the field and titles first, of pages with the same words the core
// lectures, then pages that name the words, names of code last. A page comes before the glossary's entry for the same
// word. A result names its part.
const LECTURES = new Set([]); // words.py fills it in
var Scorer = {
  score: (found) => {
    const [docname, title, anchor, descr, score] = found;
    const part = docname.match(/^notebooks\/(\w+)\//);
    if (part) found[1] = `${title} (${part[1]})`;
    if (LECTURES.has(docname)) return score + 12;
    if (docname === "book/glossary") return score - 1;
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

// Where the stem of a word is one that no search looks for (one: on), the index keeps the word; Sphinx's search asks for
// the stem all the same, and finds nothing.
Stemmer = ((Plain) =>
  function () {
    const plain = new Plain();
    this.stemWord = (word) => {
      const stem = plain.stemWord(word);
      return stopwords.includes(stem) ? word : stem;
    };
  })(Stemmer);
