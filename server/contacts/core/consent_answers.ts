// What an answer to a consent form means. Forms are written freely, so the words of the answer decide.

export const consentStates = ['yes', 'no', 'answered', 'not_asked'] as const
export type ConsentState = (typeof consentStates)[number]

const startsWithOneOf = (...starts: string[]) => new RegExp(`^(${starts.join('|')})(?![\\p{L}\\d])`, 'iu')
const agreeing = startsWithOneOf(
  ...['oui', 'yes', 'ja', 'ok', 'true', '1', 'd.accord', 'j.accepte', 'accept\\p{L}*', 'i (agree|consent|accept)'],
  ...['agree[ds]?', 'consent\\p{L}*', 'opt[ -]?in', 'abonn\\p{L}*', 'subscribed', 'inscrit\\p{L}*'],
)
const refusing = startsWithOneOf(
  ...[
    'non?',
    'none',
    'nee',
    'nein',
    'never',
    'jamais',
    'false',
    '0',
    'refus\\p{L}*',
    'je (ne|refuse)',
    'ne (pas|plus)',
  ],
  ...['declin\\p{L}*', 'oppos\\p{L}*', 'disagree[ds]?', 'i (do not|don.t|refuse|disagree)', 'do not', 'don.t'],
  ...['d[ée]sinscri\\p{L}*', 'd[ée]sabonn\\p{L}*', 'unsubscribe[ds]?', 'opt[ -]?out'],
)
const negations = /(?<!\p{L})(not|ne|pas|plus|don.t)(?!\p{L})/iu

/** Whether the words of an answer agree or refuse. Other words are neither: the reader decides. */
export function stateOfAnswer(answer: string): 'yes' | 'no' | 'answered' {
  const text = answer.trim()
  if (refusing.test(text)) return 'no'
  return agreeing.test(text) && !negations.test(text) ? 'yes' : 'answered'
}

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
