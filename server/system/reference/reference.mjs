// Adds search, tabs, copying and requests to the pages of the API reference, which are complete to read without it.
// Types are checked with the console, which is for browsers too.

/**
 * @template {Element} E
 * @param {string} selector
 * @param {new () => E} type
 * @param {ParentNode} within
 * @returns {E}
 */
function one(selector, type, within = document) {
  const element = within.querySelector(selector)
  if (!(element instanceof type)) throw new Error(`the page lacks ${selector}`)
  return element
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} [properties]
 * @param {(Node | string)[]} children
 */
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin

// A link to /docs#contacts.list is from before resources had pages of their own.
const asked = document.getElementById(decodeURIComponent(location.hash.slice(1)))
if (asked instanceof HTMLAnchorElement && asked.closest('[data-entry]')) location.replace(asked.href)

// Search

/** @typedef {{ kind: string, address: string, title: string, about: string, words: string[] }} Entry */

/** @type {Promise<Entry[]> | undefined} */
let index
const readIndex = () => (index ??= entriesOf().catch(forgetIndex))

/** So that the next key tries again after a failed request. */
function forgetIndex() {
  index = undefined
  return []
}

/** The overview has every resource, operation, record, event and error code. */
async function entriesOf() {
  const overview =
    location.pathname === '/docs'
      ? document
      : new DOMParser().parseFromString(await (await fetch('/docs')).text(), 'text/html')
  return [...overview.querySelectorAll('[data-entry]')].map(entryOf)
}

/**
 * @param {Element} entry
 * @returns {Entry}
 */
function entryOf(entry) {
  const link = one('a', HTMLAnchorElement, entry)
  const title = link.textContent.trim()
  const address = link.getAttribute('href') ?? ''
  const name = address.slice(Math.max(address.indexOf('#'), address.lastIndexOf('/')) + 1)
  const about = (entry.querySelector('dd') ?? entry.querySelector('.hint'))?.textContent ?? ''
  const resource = entry.closest('section')?.querySelector('p')?.textContent
  const kind = entry.getAttribute('data-entry') ?? ''
  const names = `${title} ${name} ${name.replace(/([a-z])([A-Z])/g, '$1 $2')}`
  // A resource is meant by its name, an operation by its name or what it does.
  const own = kind === 'Resource' ? names : `${names} ${about}`
  const words = [own, entry.getAttribute('data-words') ?? about, resource].map(text => wordsOf(text ?? ''))
  return { kind, address, title, about, words }
}

/** Lower-case words between spaces, and the parts of names. @param {string} text */
const wordsOf = text =>
  [/[^\p{L}\p{N}_]+/gu, /[^\p{L}\p{N}]+/gu].map(ends => ` ${text.toLowerCase().replaceAll(ends, ' ')} `).join('')

const results_max = 30
const query = one('#query', HTMLInputElement)
const results = one('#results', HTMLElement)
const found_list = one('ul', HTMLElement, results)
one('#search', HTMLElement).hidden = false

/** @param {string} text */
async function search(text) {
  const words = wantedWords(text)
  const entries = words.length > 0 ? await readIndex() : []
  if (text !== query.value) return
  const ranked = entries.map(entry => ({ entry, rank: rankOf(entry, words) })).filter(({ rank }) => rank < Infinity)
  ranked.sort((a, b) => a.rank - b.rank || a.entry.title.length - b.entry.title.length)
  const found = ranked.map(({ entry }) => entry)
  found_list.replaceChildren(...found.slice(0, results_max).map(resultOf))
  one('p', HTMLElement, results).textContent = found.length === 1 ? '1 result' : `${found.length} results`
  results.hidden = words.length === 0
}

/** Earlier kinds come first. */
const kinds = ['Resource', 'Operation', 'Error', 'Event', 'Record']

/**
 * Lower for words in the own text of the entry than for words about its resource, and for whole words; infinite if one is missing.
 * @param {Entry} entry
 * @param {string[]} wanted
 */
function rankOf({ kind, words }, wanted) {
  const ranks = wanted.map(word => {
    const at = words.findIndex(text => text.includes(` ${word}`))
    if (at < 0) return Infinity
    return [` ${word} `, ` ${word}s `].some(whole => words[at]?.includes(whole)) ? at : at + 0.5
  })
  return ranks.reduce((sum, rank) => sum + rank, kinds.indexOf(kind) / kinds.length)
}

const fillers = /^(a|an|the|to|of|in|for|and|with|how|do|i)$/

/** The words that tell something, without the ending of a plural. @param {string} text */
function wantedWords(text) {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean)
  const telling = words.filter(word => !fillers.test(word))
  return (telling.length > 0 ? telling : words).map(word => word.replace(/(?<=\w{3})s$/, ''))
}

/** @param {Entry} entry */
function resultOf({ kind, address, title, about }) {
  const parts = [
    make('span', { className: 'kind' }, kind),
    make('code', {}, title),
    make('span', { className: 'hint' }, about),
  ]
  return make('li', {}, make('a', { href: address }, ...parts))
}

query.addEventListener('focus', readIndex)
query.addEventListener('input', () => search(query.value))
found_list.addEventListener('click', () => (results.hidden = true))

/** Arrows move through the results, Enter opens the first, Escape closes them. */
one('#search', HTMLElement).addEventListener('keydown', event => {
  const links = [query, ...found_list.querySelectorAll('a')]
  const at = links.findIndex(link => link.matches(':focus'))
  if (event.key === 'Escape') {
    results.hidden = true
    query.focus()
  } else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') links[Math.max(at - 1, 0)]?.focus()
  else if (event.key === 'Enter' && at === 0) links[1]?.click()
  else return
  event.preventDefault()
})

document.addEventListener('keydown', event => {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  query.select()
})

// Examples

const kind_key = 'muster.docs.client'

for (const samples of document.querySelectorAll('.samples')) {
  const sections = [...samples.querySelectorAll('section')]
  const tabs = sections.map(section => tabOf(one('h3', HTMLElement, section).textContent))
  for (const [at, section] of sections.entries()) {
    one('h3', HTMLElement, section).hidden = true
    section.role = 'tabpanel'
    section.ariaLabel = tabs[at]?.textContent ?? ''
  }
  const list = make('div', { className: 'tabs', role: 'tablist', ariaLabel: 'Client' }, ...tabs)
  list.addEventListener('keydown', event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const at = tabs.findIndex(tab => tab.matches(':focus'))
    if (!step || at < 0) return
    const next = tabs[(at + step + tabs.length) % tabs.length]
    next?.click()
    next?.focus()
  })
  samples.prepend(list)
}

/** @param {string} kind */
function tabOf(kind) {
  const tab = make('button', { type: 'button', role: 'tab' }, kind)
  tab.addEventListener('click', () => showClient(kind, tab))
  return tab
}

/**
 * Shows the examples for one client in the whole page, and keeps the chosen tab where it is on the screen.
 * @param {string} kind
 * @param {Element} [tab]
 */
function showClient(kind, tab) {
  const top = tab?.getBoundingClientRect().top ?? 0
  localStorage.setItem(kind_key, kind)
  for (const samples of document.querySelectorAll('.samples')) {
    const panels = [...samples.querySelectorAll('section')]
    const shown = panels.find(({ ariaLabel }) => ariaLabel === kind) ?? panels[0]
    for (const panel of panels) panel.hidden = panel !== shown
    for (const other of samples.querySelectorAll('[role=tab]')) {
      other.ariaSelected = String(other.textContent === shown?.ariaLabel)
      other.setAttribute('tabindex', other.textContent === shown?.ariaLabel ? '0' : '-1')
    }
  }
  if (tab) scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' })
}
showClient(localStorage.getItem(kind_key) ?? 'curl')

for (const example of document.querySelectorAll('pre')) {
  const button = make('button', { type: 'button', className: 'copy' })
  const say = (/** @type {string} */ word) =>
    Object.assign(button, { textContent: word, ariaLabel: `${word} ${example.ariaLabel}` })
  say('Copy')
  button.addEventListener('click', async () => {
    await copy(example)
    say('Copied')
    setTimeout(say, 2000, 'Copy')
  })
  const frame = make('div', { className: 'example' })
  example.replaceWith(frame)
  frame.append(example, button)
}

/**
 * The clipboard needs HTTPS, and a server in the own network may have none.
 * @param {Element} example
 */
async function copy(example) {
  if (navigator.clipboard) return navigator.clipboard.writeText(example.textContent)
  getSelection()?.selectAllChildren(example)
  document.execCommand('copy')
}

// Requests

const token_key = 'muster.docs.token'
const shown_headers = /^(content-type|etag|retry-after|x-ratelimit|x-request-id)/
const shown_characters_max = 100_000

for (const form of document.querySelectorAll('form')) if (form.className === 'try') prepare(form)

/** @param {HTMLFormElement} form */
function prepare(form) {
  form.hidden = false
  const token = form.querySelector('input[data-in=token]')
  if (token instanceof HTMLInputElement) {
    one('details', HTMLDetailsElement, form).addEventListener('toggle', () => {
      token.value = sessionStorage.getItem(token_key) ?? ''
    })
    token.addEventListener('change', () => sessionStorage.setItem(token_key, token.value.trim()))
  }
  form.addEventListener('submit', async event => {
    event.preventDefault()
    const request = requestOf(form)
    const isWanted = form.dataset['write'] === undefined || (await confirmed(`${request.method} ${request.address}`))
    if (isWanted) await send(form, request)
  })
}

/** @param {HTMLFormElement} form */
function requestOf(form) {
  const { method = 'GET', path = '', media = '' } = form.dataset
  /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>} */
  const fields = form.querySelectorAll('[data-in]')
  const sentIn = (/** @type {string} */ place) =>
    [...fields].filter(({ dataset, value }) => dataset['in'] === place && value !== '')
  const address = sentIn('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  )
  const parameters = new URLSearchParams(sentIn('query').map(({ name, value }) => [name, value]))
  const headers = new Headers(sentIn('header').map(({ name, value }) => [name, value]))
  for (const { value } of sentIn('token')) headers.set('authorization', `Bearer ${value.trim()}`)
  const [file] = sentIn('file').flatMap(field => (field instanceof HTMLInputElement ? [...(field.files ?? [])] : []))
  const body = file ?? sentIn('body')[0]?.value
  if (body !== undefined) headers.set('content-type', media)
  return { method, address: address + (parameters.size > 0 ? `?${parameters}` : ''), headers, body }
}

/** @param {string} title */
async function confirmed(title) {
  const dialog = one('#confirm', HTMLDialogElement)
  one('h2', HTMLElement, dialog).textContent = title
  dialog.returnValue = 'cancel'
  dialog.showModal()
  await new Promise(closed => dialog.addEventListener('close', closed, { once: true }))
  return dialog.returnValue === 'send'
}

/**
 * @param {HTMLFormElement} form
 * @param {ReturnType<typeof requestOf>} request
 */
async function send(form, { address, method, headers, body }) {
  const [status, outcome] = [one('[role=status]', HTMLElement, form), one('.outcome', HTMLElement, form)]
  const button = one('button', HTMLButtonElement, form)
  const show = (
    /** @type {string} */ text,
    /** @type {'' | 'good' | 'bad'} */ className,
    /** @type {Node[]} */ ...details
  ) => {
    Object.assign(status, { textContent: text, className })
    outcome.replaceChildren(...details)
  }
  button.disabled = true
  show('Sending…', '')
  const began = performance.now()
  try {
    const options = { method, headers, body: body ?? null, cache: /** @type {const} */ ('no-store') }
    const response = await fetch(address, { ...options, credentials: 'omit' })
    const text = await textOf(response)
    const ms = Math.round(performance.now() - began)
    const kept = [...response.headers].filter(([name]) => shown_headers.test(name)).map(header => header.join(': '))
    show(
      `${response.status} ${response.statusText} · ${ms} ms`,
      response.ok ? 'good' : 'bad',
      make('p', { className: 'hint lines' }, kept.join('\n')),
      make('pre', { tabIndex: 0, role: 'group', ariaLabel: 'Response' }, make('code', {}, text)),
    )
  } catch (error) {
    show(`No response. ${error instanceof Error ? error.message : ''}`, 'bad')
  } finally {
    button.disabled = false
  }
}

/** @param {Response} response */
async function textOf(response) {
  const media = response.headers.get('content-type') ?? ''
  if (!/json|^text\//.test(media)) return `${(await response.arrayBuffer()).byteLength} bytes, not shown.`
  const text = await response.text()
  const pretty = /json/.test(media) ? JSON.stringify(JSON.parse(text), null, 2) : text
  return pretty.length > shown_characters_max ? `${pretty.slice(0, shown_characters_max)}\n… shortened` : pretty
}
