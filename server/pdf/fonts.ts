import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'

// The fonts of PDF files. DejaVu Sans has the letters of European languages, Greek, Cyrillic, Arabic and Hebrew, and may be embedded.

/** A font that was opened by pdfkit. */
type OpenFont = Parameters<PDFKit.PDFDocument['font']>[0]

interface Characters {
  characterSet: number[]
  glyphForCodePoint(character: number): unknown
}

export interface Fonts {
  Document: typeof PDFDocument
  regular: OpenFont
  bold: OpenFont
}

let opened: Promise<Fonts> | undefined

/** Opens the fonts with the first file that is made. Documents share them: opening one takes longer than a document of two pages. */
export function openFonts(): Promise<Fonts> {
  opened ??= loadFonts()
  return opened
}

async function loadFonts(): Promise<Fonts> {
  const { default: Document } = await import('pdfkit')
  const { resolve } = createRequire(import.meta.url)
  const open = (name: string) => {
    const document = new Document({ font: resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`) })
    // pdfkit takes a font that it opened before, and its types do not say so.
    const { font } = (document as unknown as { _font: { font: OpenFont & Characters } })._font
    // A glyph keeps the characters with which it is first asked for. As a part of É it would be E without any, in all later files.
    for (const character of font.characterSet) font.glyphForCodePoint(character)
    return font
  }
  return { Document, regular: open('DejaVuSans'), bold: open('DejaVuSans-Bold') }
}
