import { createHash } from 'node:crypto'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = import.meta.dirname

const chart_modules = [
  /node_modules\/@tanstack\/(query-core|react-query)\//,
  /node_modules\/@mantine\/(hooks|core\/.*\/Table)\//,
  /console\/src\/(components\/(LineChart|ChartCursor|SmallTable|chart_scale)|money\/statistics\/months)/,
]

const offline_modules = [
  /node_modules\/idb\//,
  /console\/src\/field\/(visits\/(doors|data|offline\/(database|queue|store|connectivity|send))|action_addresses\/(sides|turfs|areas)|action_contacts\/data)\.ts/,
]

export default defineConfig({
  base: '/console/',
  plugins: [react(), offlineFiles()],
  build: {
    target: 'es2023',
    // Browsers with light-dark(): a lower target would lose the colours of the theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy forbids inline content.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Which files each page loads: console/weight.test.ts adds them up.
    manifest: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: { index: `${here}/index.html`, sw: `${here}/src/field/visits/offline/service_worker.ts` },
      // The service worker keeps its name: browsers look for updates under it.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // Without groups, every module shared by two screens becomes a file: a hundred requests for the first page.
        codeSplitting: {
          groups: [
            // What the first page needs, and nothing of the other pages. The service worker must stay one file, and
            // main.tsx in the entry: Vite removes an empty one after the list of offline files is made.
            { name: 'first-libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'first-page', tags: ['$initial'], test: /console\/src\/(?!main|.*service_worker)|\/sdk\/\w+\.ts$/ },
            // The trends of the home page, without the libraries of lists and forms.
            { name: 'charts', test: id => chart_modules.some(pattern => pattern.test(id)) },
            // The home page sends visits that were recorded without network.
            { name: 'offline', test: id => offline_modules.some(pattern => pattern.test(id)) },
            { name: 'libraries', test: /node_modules/, minShareCount: 3 },
            { name: 'shared', test: /console\/src|\/sdk\/\w+\.ts$/, minShareCount: 4 },
          ],
        },
      },
    },
  },
  // For development: `npm run dev` in one terminal, `npx vite` in console/ in another.
  server: { proxy: { '^/(?!console|@|src|node_modules)': 'http://127.0.0.1:8080' } },
})

/** Tells the service worker which files it needs offline: the shell, the texts and the field app. */
function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    generateBundle(_, bundle) {
      const wanted = new Set<string>()
      const take = (name: string) => {
        const chunk = bundle[name]
        if (wanted.has(name) || chunk?.type !== 'chunk') return
        wanted.add(name)
        for (const style of chunk.viteMetadata?.importedCss ?? []) wanted.add(style)
        chunk.imports.forEach(take)
      }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.name === 'sw') continue
        const own = Object.keys(chunk.modules).some(module => /\/src\/(field\/visits|translations)\//.test(module))
        if (chunk.isEntry || own) take(chunk.fileName)
      }
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') throw new Error('the worker of the field app was not built')
      if (worker.imports.length > 0) throw new Error('the worker of the field app must be one file')
      const names = [...wanted].sort().map(name => `/console/${name}`)
      const list = [...names, '/console/icon.svg'].join(' ')
      const version = createHash('sha256').update(list).digest('hex').slice(0, 16)
      worker.code = worker.code.replace('__FILES__', list).replace('__VERSION__', version)
    },
  }
}
