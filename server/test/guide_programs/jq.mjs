// Stands in for jq on machines without it: paths such as `.data[0].id` and `.data[].id`, and `select(.name == "value")`.
import { readFileSync } from 'node:fs'

const words = process.argv.slice(2)
const isRaw = words[0] === '-r'
if (isRaw) words.shift()

const each = (values, key) => {
  if (key === '[]') return values.flat()
  return values.map(value => value?.[key.startsWith('[') ? Number(key.slice(1, -1)) : key.slice(1)] ?? null)
}
const follow = (values, path) => (path.match(/\.\w+|\[\d*\]/g) ?? []).reduce(each, values)

let values = [JSON.parse(readFileSync(0, 'utf8'))]
for (const part of (words[0] ?? '.').split(' | ')) {
  const [, path, wanted] = /^select\((\S+) == "(.*)"\)$/.exec(part) ?? []
  values = path ? values.filter(value => follow([value], path)[0] === wanted) : follow(values, part)
}
for (const value of values) console.log(isRaw && typeof value === 'string' ? value : JSON.stringify(value, null, 2))
