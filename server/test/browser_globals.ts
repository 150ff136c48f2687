import { registerHooks } from 'node:module'

// What the console expects of a browser: import this before its modules, in a test without one.

const storage = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

const place = { origin: 'http://127.0.0.1', protocol: 'http:', pathname: '/console/field', search: '', hash: '' }
for (const [name, value] of Object.entries({ location: place, sessionStorage: storage(), localStorage: storage() }))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

const shown = ['notify', 'notifyError', 'notifyWithUndo']
const icons = [
  'Actions',
  'Bank',
  'Contacts',
  'Field',
  'Home',
  'Import',
  'Mail',
  'Payments',
  'Settings',
  'Task',
  'Teams',
]
const nothing = `export const [${[...shown, ...icons.map(icon => `${icon}Icon`)]}] = []`

/** Imports modules of the console with nothing in place of its components, and these texts in place of these files of a folder. */
export async function importWithoutScreens<T>(
  load: () => Promise<T>,
  { folder = '', files = {} }: { folder?: string; files?: Record<string, string> } = {},
) {
  const hooks = registerHooks({
    resolve: (name, context, next) => {
      const [, replaced] = Object.entries(files).find(([file]) => name.endsWith(`/${file}`)) ?? []
      const text = context.parentURL?.includes(folder) && replaced ? replaced : name.endsWith('.tsx') && nothing
      return text
        ? { url: `data:text/javascript,${encodeURIComponent(text)}`, shortCircuit: true }
        : next(name, context)
    },
  })
  return load().finally(() => hooks.deregister())
}
