import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Config } from '../config.ts'

export interface OutgoingMail {
  id: number
  queued_at: string
  to: string
  subject: string
  text: string
}

export interface Mailer {
  send: (mail: OutgoingMail) => Promise<void>
  close: () => void
}

const step_ms_max = 10_000
/** Shorter than the lease of the courier, however many steps there are: afterwards somebody else may send it. */
const mail_ms_max = 60_000

/** The configured mail server; without one, a folder of .eml files that a person can open. */
export function createMailer(
  config: Config,
  from: string,
  tell: (line: string) => void,
  ms_max: number = mail_ms_max,
): Mailer {
  return config.SMTP_URL
    ? smtpMailer(config.SMTP_URL, from, ms_max)
    : fileMailer(join(config.DATA_DIR, 'mail'), from, tell)
}

// Forty files that are read when the first mail is written: most processes never write one.
const courier = () => import('nodemailer')

/** The way to a mail server, on which every step ends in time. */
export const transportTo = async (url: string, ms_max: number, socket?: Socket) =>
  (await courier()).createTransport({
    url,
    connectionTimeout: ms_max,
    greetingTimeout: ms_max,
    socketTimeout: ms_max,
    ...(socket && { socket }),
  })

/** Why a mail could not be sent. Some servers repeat what they were told when they refuse a password, so of that only the number is kept. */
export function reasonOf(error: unknown): string {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
  return code === 'EAUTH' ? `it refuses the user or the password${responseCode ? `, ${responseCode}` : ''}` : message
}

function smtpMailer(url: string, from: string, ms_max: number): Mailer {
  return {
    send: async mail => {
      const socket = new Socket()
      const transport = await transportTo(url, step_ms_max, socket)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          // Hung up, so that it is not sent after all.
          socket.destroy()
          reject(Object.assign(new Error(`not done within ${ms_max / 1000} seconds`), { code: 'ETIMEDOUT' }))
        }, ms_max)
      })
      try {
        await Promise.race([transport.sendMail(envelopeOf(mail, from)), late])
      } finally {
        clearTimeout(timer)
        transport.close()
      }
    },
    close: () => {},
  }
}

function fileMailer(folder: string, from: string, tell: (line: string) => void): Mailer {
  return {
    send: async mail => {
      const { createTransport } = await courier()
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(envelopeOf(mail, from))
      const file = join(folder, `${String(mail.id).padStart(6, '0')}.eml`)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.part`, message as Buffer, { mode: 0o600 })
      renameSync(`${file}.part`, file)
      // The link stands on a line of its own. A name never does: it has no line breaks.
      const [link] = /^https?:\/\/\S+$/m.exec(mail.text) ?? []
      tell(`Mail for ${mail.to} kept in ${file}${link ? `\n  its link: ${link}` : ''}`)
    },
    close: () => {},
  }
}

// A mail that is sent twice after a crash has the same id, so that mail programs can tell.
const envelopeOf = ({ id, queued_at, to, subject, text }: OutgoingMail, from: string) => ({
  from,
  to,
  subject,
  text,
  messageId: `<muster-${id}-${Date.parse(queued_at)}@${from.split('@')[1]?.replace(/>.*$/, '') ?? 'localhost'}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
