import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    target: 'es2023',
    // Browsers that know light-dark(): rewritten for older ones, the colours of the theme would be lost.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The server's policy lets nothing in that is written into the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // While one works on the console: `npm run dev` in one terminal, `npx vite console` in another.
  server: { proxy: { '^/(?!console|@|src|node_modules)': 'http://127.0.0.1:8080' } },
})
