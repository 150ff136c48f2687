import { extensionOf } from './file_types.ts'

const length_max = 200
// Control characters, invisible ones, and those that change the direction of text: they could hide the extension.
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu

/**
 * The name of a sent file without folders and hidden characters, with at most 200 characters. Some browsers send the whole path. Empty if
 * nothing is left.
 */
export function cleanFileName(sent: string): string {
  const [last = ''] = sent.split(/[\\/]/).slice(-1)
  const name = last.toWellFormed().normalize('NFC').replaceAll(hidden, '').replaceAll(/\s+/g, ' ').trim()
  const visible = name.replace(/^\.+/, '').trim()
  if (visible.length <= length_max) return visible
  const extension = extensionOf(visible)
  const end = extension && `.${extension}`
  return `${visible
    .slice(0, length_max - end.length)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim()}${end}`
}
