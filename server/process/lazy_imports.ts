const delay_ms = 3000

/**
 * Imports the modules that start-up skips to be fast. Loading them soon afterwards keeps the first request that needs them fast, and an
 * upgrade that replaces files under a running server cannot mix two versions.
 */
export function importLazily() {
  setTimeout(() => {
    for (const load of modules) load().catch(() => {})
  }, delay_ms).unref()
}

// The request that needs a module reports why it cannot be loaded.
const modules = [() => import('../sign_in/provider.ts'), () => import('nodemailer')]
