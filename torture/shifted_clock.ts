// Loaded before a server: it takes every moment for an earlier or a later one. Timers and the database go right.

const shift_ms = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const right = Date
const now = () => right.now() + shift_ms

globalThis.Date = new Proxy(right, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new right(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
