/**
 * The statements of an SQL file. Each ends with a semicolon at the end of a line; bodies of functions are quoted with $$. They are sent one at a
 * time: Citus refuses several that change distributed tables in one text.
 */
export function statementsIn(text: string): string[] {
  const statements: string[] = []
  let lines: string[] = []
  let quoted = false
  for (const line of text.split('\n')) {
    lines.push(line)
    if (line.split('$$').length % 2 === 0) quoted = !quoted
    if (quoted || !/;\s*(--.*)?$/.test(line)) continue
    statements.push(lines.join('\n'))
    lines = []
  }
  const rest = lines.join('\n')
  return /^\s*(--.*\s*)*$/.test(rest) ? statements : [...statements, rest]
}
