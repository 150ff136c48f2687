/** A record that an earlier step of the demo has created. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the demo has no ${name}`)
  return value
}
