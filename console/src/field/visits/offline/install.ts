/** Registers the service worker that stores the built files. Only users of the field app get it. */
export async function installServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/console/sw.js', { scope: '/console/' })
  const { active } = await navigator.serviceWorker.ready
  // Signing out may have cleared the stored files.
  active?.postMessage('fill')
  // Asks the browser not to evict the stored visits.
  await navigator.storage?.persist?.()
}
