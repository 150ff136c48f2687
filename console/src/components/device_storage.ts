// What the app keeps on the device for use without network is deleted when the user signs out. A download may still be running then, in
// this tab or in another: from that moment nothing is written any more, until the page is loaded again.

const channel_name = 'muster-signed-out'
let ended = false
let channel: BroadcastChannel | undefined

/** Whether the app may still write to the device. */
export function mayStore(): boolean {
  listen()
  return !ended
}

/** Refuses every write to the device from now on, in all tabs. */
export function endStoring() {
  ended = true
  listen()?.postMessage('ended')
}

function listen() {
  if (!channel && 'BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel(channel_name)
    channel.addEventListener('message', () => {
      ended = true
    })
  }
  return channel
}

export class SignedOutError extends Error {
  constructor() {
    super('The user has signed out: nothing is stored on this device any more.')
  }
}
