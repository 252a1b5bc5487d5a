// A link to a statement, an equation or a claim shows what it leads to, to whoever points at it or reaches it by the tab key.
// The pointer may move onto the preview, which stays; escape closes it. A finger follows the link.
(() => {
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
  const loading = new Map();
  const load = (page) => {
    if (!loading.has(page)) {
      loading.set(
        page,
        new Promise((ready) => {
          const script = document.createElement("script");
          script.src = new URL(`_static/previews/${page}.js`, root);
          script.onload = script.onerror = ready;
          document.head.append(script);
        }),
      );
    }
    return loading.get(page);
  };

  const preview = document.createElement("div");
  preview.id = "link-preview";
  preview.className = "link-preview";
  preview.setAttribute("role", "tooltip");
  let link; // what the preview belongs to, or is about to
  let timer;

  const close = () => {
    clearTimeout(timer);
    link?.removeAttribute("aria-describedby");
    link = undefined;
    preview.remove();
  };
  const closeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => link?.matches(":focus-visible") || close(), 300); // time to move from the link to the preview
  };
  // Under the line of the link, or over it where there is no room below and more above.
  const place = () => {
    const line = link.getClientRects()[0];
    const wide = document.documentElement.clientWidth;
    const left = Math.max(8, Math.min(line.left, wide - preview.offsetWidth - 8));
    const over = innerHeight - line.bottom < preview.offsetHeight + 8 && line.top > innerHeight - line.bottom;
    const top = over ? line.top - preview.offsetHeight - 4 : line.bottom + 4;
    preview.style.left = `${left + scrollX}px`;
    preview.style.top = `${top + scrollY}px`;
  };
  const show = async (asked) => {
    const target = new URL(asked.href);
    const page = decodeURIComponent(target.pathname.slice(root.pathname.length)).replace(/\.html$/, "");
    await load(page);
    const text = window.previews?.[page]?.[decodeURIComponent(target.hash.slice(1))];
    if (!text || link !== asked) return;
    preview.innerHTML = text;
    document.body.append(preview);
    link.setAttribute("aria-describedby", preview.id);
    place();
  };
  const ask = (asked, delay) => {
    clearTimeout(timer);
    if (link === asked) return;
    close();
    link = asked;
    timer = setTimeout(() => show(asked), delay);
  };

  const leads = (node) => {
    const found = node.closest?.(".bd-article a[href*='#']:not(.headerlink)");
    return found instanceof HTMLAnchorElement && found.href.startsWith(root.href) && new URL(found.href).hash.length > 1 ? found : null;
  };
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const found = leads(event.target);
    if (found) ask(found, 250);
    else if (preview.contains(event.target)) clearTimeout(timer);
    else if (link) closeSoon();
  });
  document.addEventListener("focusin", (event) => {
    const found = leads(event.target);
    if (found?.matches(":focus-visible")) ask(found, 150);
    else close();
  });
  document.addEventListener("focusout", close);
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
  document.addEventListener("click", (event) => preview.contains(event.target) || close());
})();
