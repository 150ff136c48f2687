import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPdf } from '../test/pdf.ts'
import { newPdf } from './document.ts'

test('letters can be read and copied, also after a file that has them only with accents', async () => {
  const textsOf = async (title: string) => {
    const pdf = await newPdf({ title, language: 'fr', author: 'Muster', footer: () => '' })
    pdf.paragraph(title)
    return readPdf(await pdf.end()).texts
  }
  // Letters that no other test prints.
  for (const text of ['Ѝ', 'И', 'Ḱ', 'K']) assert.deepEqual(await textsOf(text), [text])
})
