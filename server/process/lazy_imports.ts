const calm_ms = 3000

/**
 * Reads what a start leaves out for the sake of speed, once the start is over: nobody has to wait for it then, and no upgrade that replaces the files
 * of a running server can mix two versions in it.
 */
export function readTheRest() {
  setTimeout(() => {
    for (const read of rest) read().catch(() => {})
  }, calm_ms).unref()
}

// Whoever needs them first would be told why they cannot be read.
const rest = [() => import('../sign_in/provider.ts'), () => import('nodemailer')]
