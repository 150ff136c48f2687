import { documentHead, html, Markup } from '../../http/html.ts'
import { areasOf } from './areas.ts'
import type { Json } from './document.ts'

export interface Layout {
  title: string
  /** The resources for the menu. */
  tags: Json[]
  /** The address of this page in the menu. */
  current: string
}

const links = html`<link rel="stylesheet" href="/docs.css">
<script type="module" src="/docs.js"></script>`

/** A page of the reference: search, menu and content. Search and forms are shown by the script. */
export const referenceDocument = ({ title, tags, current }: Layout, content: Markup) =>
  html`${documentHead({ title, language: 'en' }, links)}
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="/docs">Muster API</a>
<search id="search" hidden>
<input id="query" type="search" aria-label="Search operations, records and error codes" placeholder="Search  /"
autocomplete="off" spellcheck="false" aria-controls="results" aria-keyshortcuts="/">
<div id="results" hidden><p role="status"></p><ul></ul></div></search>
</header>
<div class="columns">
<nav aria-label="Reference"><ul>${chapters.map(([address, label]) => menuEntry(address, label, current))}</ul>
${areasOf(tags).map(
  ({ title, tags }) =>
    html`<p>${title}</p><ul>${tags.map(({ name }) => menuEntry(`/docs/${name}`, name, current))}</ul>`,
)}</nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>
<dialog id="confirm" aria-labelledby="confirm-title"><form method="dialog"><h2 id="confirm-title"></h2>
<p>This changes data in the space of your token, as if your program had sent it.</p>
<div class="row"><button value="cancel" class="quiet">Cancel</button><button value="send" class="danger">Send</button></div></form></dialog>
</body>
</html>
`.text

const chapters = [
  ['/docs', 'Overview'],
  ['/docs#problems', 'Errors'],
  ['/docs#events', 'Events'],
  ['/docs/records', 'Records'],
] as const

const menuEntry = (address: string, label: string, current: string) =>
  html`<li><a href="${address}"${address === current && new Markup(' aria-current="page"')}>${label}</a></li>`
