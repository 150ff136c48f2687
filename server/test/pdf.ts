import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'
import type { TestApp } from './harness.ts'
import type { Person } from './people.ts'

// Reads the texts of a PDF that pdfkit wrote.

export interface ReadPdf {
  pages: number
  /** The texts in the order in which they are written, one for each line of a cell. */
  texts: string[]
  /** The document without its streams. */
  source: string
}

export async function pdfAt(app: TestApp, person: Person, path: string) {
  const response = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${person.token}` } })
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(response.status, 200, bytes.toString())
  assert.equal(response.headers.get('content-type'), 'application/pdf')
  return { ...readPdf(bytes), disposition: response.headers.get('content-disposition') ?? '' }
}

export function readPdf(bytes: Buffer): ReadPdf {
  const source = bytes.toString('latin1')
  assert.ok(source.startsWith('%PDF-') && source.trimEnd().endsWith('%%EOF'), 'the file is complete')
  const objects = new Map<string, { head: string; stream: string }>()
  for (const match of source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\n(stream\n|endobj)/gm)) {
    const [whole, id = '', head = '', end] = match
    objects.set(id, { head, stream: end === 'endobj' ? '' : streamAt(bytes, match.index + whole.length, head) })
  }
  const letters = new Map<string, string[]>()
  for (const [, name = '', id = ''] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '') ?? []
    letters.set(name, lettersOf(objects.get(map)?.stream ?? ''))
  }
  const contents = [...objects.values()].filter(({ stream }) => stream.includes(' TJ'))
  return {
    pages: [...objects.values()].filter(({ head }) => /\/Type \/Page\n/.test(head)).length,
    texts: contents.flatMap(({ stream }) => textsIn(stream, letters)),
    source,
  }
}

function streamAt(bytes: Buffer, start: number, head: string) {
  const [, length = '0'] = /\/Length (\d+)/.exec(head) ?? []
  const part = bytes.subarray(start, start + Number(length))
  return (head.includes('/FlateDecode') ? inflateSync(part) : part).toString('latin1')
}

/** What each code of a font stands for. */
const lettersOf = (map: string) =>
  [...map.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([^>]*)>/g)].map(([, codes = '']) =>
      String.fromCharCode(...codes.split(' ').map(code => Number.parseInt(code, 16))),
    ),
  )

/** A cell or a line of it is between BT and ET. */
function textsIn(stream: string, letters: Map<string, string[]>) {
  return [...stream.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, block = '']) => {
    const [, font = ''] = /\/(F\d+) /.exec(block) ?? []
    const codes = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    return codes.map(code => letters.get(font)?.[Number.parseInt(code, 16)] ?? '').join('')
  })
}
