import { packagePath } from '../../../base/package-path.js';
import { runInWorker } from '../../aside/run-in-worker.js';

export interface HtmlRequest {
  readonly html: string;
  /** What links are relative to. */
  readonly url: string;
  readonly markdown: boolean;
  /** False: links become their words. */
  readonly links: boolean;
  readonly signal: AbortSignal;
}

export interface HtmlPage {
  readonly title: string;
  /** Markdown, or HTML of what is worth reading. */
  readonly content: string;
}

/** More of it is not read as a page. */
const maxLength = 3_000_000;
const timeoutMs = 5000;

/**
 * What is worth reading of a page, found as browsers find it for their reading view. Pages are made by anybody: the work is
 * done aside, within a time and a memory of its own. Answers why when it could not be done.
 */
export async function readHtml({ signal, ...request }: HtmlRequest): Promise<HtmlPage | string> {
  if (request.html.length > maxLength) return 'it is too long';
  const data = {
    ...request,
    linkedom: packagePath('linkedom'),
    readability: packagePath('@mozilla/readability'),
    turndown: packagePath('turndown'),
  };
  const end = await runInWorker({ source, data, timeoutMs, signal });
  if (end.type === 'done') return end.value as HtmlPage;
  if (end.type === 'failed') return 'its structure is out of bounds';
  return end.type === 'late' ? `it took longer than ${timeoutMs} ms` : 'it was cancelled';
}

/** What is too short to be an article is a page of links or a form: then the whole body counts. */
const source = `
const { parseHTML } = require(data.linkedom);
const { document } = parseHTML(data.html);
const title = String(document.title ?? '');
const unseen = 'script,style,noscript,template,svg,iframe,object,embed,select,textarea,dialog';
for (const node of document.querySelectorAll(unseen)) node.remove();
const hrefOf = (value) => {
  try {
    return new URL(value, data.url).href;
  } catch {
    return '';
  }
};
for (const node of document.querySelectorAll('[href],[src]')) {
  for (const name of ['href', 'src']) {
    const value = node.getAttribute(name);
    if (value === null || value === undefined) continue;
    const href = hrefOf(value);
    if (/^https?:/i.test(href)) node.setAttribute(name, href);
    else node.removeAttribute(name);
  }
}
const whole = document.body?.innerHTML || document.toString();
const { Readability } = require(data.readability);
const article = new Readability(document, { maxElemsToParse: 50000 }).parse();
const isArticle = (article?.textContent ?? '').trim().length >= 250;
const html = isArticle ? article.content : whole;
if (!data.markdown) return { title, content: html };
const Turndown = require(data.turndown);
const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', hr: '---' });
turndown.remove(['nav', 'button']);
turndown.addRule('image', { filter: 'img', replacement: (_, node) => node.getAttribute('alt') || '' });
turndown.addRule('cell', { filter: ['th', 'td'], replacement: (text) => ' ' + text.trim().replace(/\\s*\\n\\s*/g, ' ') + ' |' });
turndown.addRule('row', { filter: 'tr', replacement: (text) => '|' + text + '\\n' });
if (!data.links) turndown.addRule('words', { filter: 'a', replacement: (text) => text });
const { document: shown } = parseHTML('<!doctype html><html><body>' + html + '</body></html>');
return { title, content: turndown.turndown(shown.body) };
`;
