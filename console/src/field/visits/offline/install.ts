/** Lets the app open without a line: a worker of our own keeps the built files. Only those who go to the field get it. */
export async function installServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/console/sw.js', { scope: '/console/' })
  const { active } = await navigator.serviceWorker.ready
  // The files may have been cleared since they were stored, at a sign-out.
  active?.postMessage('fill')
  // What is recorded here is not to be thrown away when the phone runs short of room.
  await navigator.storage?.persist?.()
}
