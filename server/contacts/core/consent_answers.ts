// What an answer to a consent form means. Forms are written freely, so the words of the answer decide.

export const consentStates = ['yes', 'no', 'not_asked'] as const
export type ConsentState = (typeof consentStates)[number]

const refusals =
  /^(non?|nee|nein|never|jamais|refus\p{L}*|declin\p{L}*|decline[ds]?|oppos\p{L}*|pas|false|0|opt[ -]?out)(?!\p{L})/iu

/** Whether the words of an answer refuse. Every other answer agrees: "Yes", "By post only". */
export const isRefusal = (answer: string) => refusals.test(answer.trim())

export const channels = ['mail', 'phone', 'text_message', 'post'] as const
export type Channel = (typeof channels)[number]

const words: [Channel, RegExp][] = [
  ['text_message', /(?<!\p{L})(sms|textos?|text messages?|texts?)(?!\p{L})/iu],
  ['phone', /(?<!\p{L})(t[ée]l[ée]phon\p{L}*|phone|call(ed|s)?|appel\p{L}*)(?!\p{L})/iu],
  ['mail', /(?<!\p{L})(e-?mails?|courriels?|m[ée]ls?|newsletters?|lettre d.info\p{L}*|infolettres?)(?!\p{L})/iu],
  ['post', /(?<!\p{L})(courriers?|postal\p{L}*|post|letters?)(?!\p{L})/iu],
]

/** The channel that the label of a consent form names; null if it names none, or several. */
export function channelOf(label: string): Channel | null {
  const named = words.filter(([, word]) => word.test(label))
  return named.length === 1 && named[0] ? named[0][0] : null
}
