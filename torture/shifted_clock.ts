// Preloaded into a server: shifts the clock of JavaScript. Timers and the database are not affected.

const shift_ms = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const right = Date
const now = () => right.now() + shift_ms

globalThis.Date = new Proxy(right, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new right(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
