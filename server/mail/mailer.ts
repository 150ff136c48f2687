import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
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

const smtp_ms_max = 10_000

/** The configured mail server; without one, a folder of .eml files that a person can open. */
export function createMailer(config: Config, from: string, tell: (line: string) => void): Mailer {
  return config.SMTP_URL ? smtpMailer(config.SMTP_URL, from) : fileMailer(join(config.DATA_DIR, 'mail'), from, tell)
}

/** The way to a mail server, on which every step ends in time. */
export const transportTo = (url: string, ms_max: number) =>
  createTransport({ url, connectionTimeout: ms_max, greetingTimeout: ms_max, socketTimeout: ms_max })

/** Why a mail could not be sent. Some servers repeat what they were told when they refuse a password, so of that only the number is kept. */
export function reasonOf(error: unknown): string {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
  return code === 'EAUTH' ? `it refuses the user or the password${responseCode ? `, ${responseCode}` : ''}` : message
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = transportTo(url, smtp_ms_max)
  return {
    send: async mail => {
      await transport.sendMail(envelopeOf(mail, from))
    },
    close: () => transport.close(),
  }
}

function fileMailer(folder: string, from: string, tell: (line: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async mail => {
      const { message } = await transport.sendMail(envelopeOf(mail, from))
      const file = join(folder, `${String(mail.id).padStart(6, '0')}.eml`)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.part`, message as Buffer, { mode: 0o600 })
      renameSync(`${file}.part`, file)
      // The link stands on a line of its own. A name never does: it has no line breaks.
      const [link] = /^https?:\/\/\S+$/m.exec(mail.text) ?? []
      tell(`Mail for ${mail.to} kept in ${file}${link ? `\n  its link: ${link}` : ''}`)
    },
    close: () => transport.close(),
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
