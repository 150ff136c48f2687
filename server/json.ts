// JSON in which no number is bent: one that a JavaScript number cannot hold is carried as it was written.

// Most texts have no such number, and then the plain parser is several times faster.
const suspicious = /\d{16}|\d[eE]/

export function parseExact(text: string): unknown {
  return suspicious.test(text)
    ? JSON.parse(text, keepExact as (key: string, value: unknown) => unknown)
    : JSON.parse(text)
}

function keepExact(_: string, value: unknown, { source }: { source?: string }) {
  if (typeof value !== 'number' || source === undefined || isExact(value, source)) return value
  return (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(source)
}

const isExact = (value: number, source: string) => Number.isSafeInteger(value) || String(value) === source
