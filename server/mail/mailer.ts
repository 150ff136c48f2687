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
/** For all steps together. Shorter than the lease of the dispatcher, after which another process may send the mail. */
const mail_ms_max = 60_000

/** Sends through SMTP_URL; without it, writes .eml files into a folder. */
export function createMailer(
  config: Config,
  from: string,
  print: (line: string) => void,
  ms_max: number = mail_ms_max,
): Mailer {
  return config.SMTP_URL
    ? smtpMailer(config.SMTP_URL, from, ms_max)
    : fileMailer(join(config.DATA_DIR, 'mail'), from, print)
}

// Loaded with the first mail: it has forty files, and most processes never send one.
const nodemailer = () => import('nodemailer')

/** A transport to a mail server, with a timeout for each step. */
export const transportTo = async (url: string, ms_max: number, socket?: Socket) =>
  (await nodemailer()).createTransport({
    url,
    connectionTimeout: ms_max,
    greetingTimeout: ms_max,
    socketTimeout: ms_max,
    ...(socket && { socket }),
  })

/** Why a mail could not be sent. Some servers repeat the password when they reject it, so only the code of that error is kept. */
export function reasonOf(error: unknown): string {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
  return code === 'EAUTH' ? `it rejects the user or the password${responseCode ? `, ${responseCode}` : ''}` : message
}

function smtpMailer(url: string, from: string, ms_max: number): Mailer {
  return {
    send: async mail => {
      const socket = new Socket()
      const transport = await transportTo(url, step_ms_max, socket)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          // Closes the connection, so that the mail is not sent later.
          socket.destroy()
          reject(Object.assign(new Error(`not sent within ${ms_max / 1000} seconds`), { code: 'ETIMEDOUT' }))
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

function fileMailer(folder: string, from: string, print: (line: string) => void): Mailer {
  return {
    send: async mail => {
      const { createTransport } = await nodemailer()
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(envelopeOf(mail, from))
      const file = join(folder, `${String(mail.id).padStart(6, '0')}.eml`)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.part`, message as Buffer, { mode: 0o600 })
      renameSync(`${file}.part`, file)
      // The link has a line of its own. A name cannot: it has no line breaks.
      const [link] = /^https?:\/\/\S+$/m.exec(mail.text) ?? []
      print(`Mail for ${mail.to} saved as ${file}${link ? `\n  link: ${link}` : ''}`)
    },
    close: () => {},
  }
}

// A mail that is sent twice after a crash has the same Message-ID, so that mail programs can recognise it.
const envelopeOf = ({ id, queued_at, to, subject, text }: OutgoingMail, from: string) => ({
  from,
  to,
  subject,
  text,
  messageId: `<muster-${id}-${Date.parse(queued_at)}@${from.split('@')[1]?.replace(/>.*$/, '') ?? 'localhost'}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
