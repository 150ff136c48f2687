/** The ISO 4217 codes. They are listed here because Intl returns a different list in each version of Node. */
export const currencies = `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
  CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK
  HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
  MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD
  SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS
  VED VES VND VUV WST XAF XCD XCG XDR XOF XPF XSU YER ZAR ZMW ZWG ZWL
`
  .trim()
  .split(/\s+/)

const euro = 'EUR'

/** The currency of a new space: that of its country, or of the country of its language; euros for others. */
export function currencyOfLocale(locale: string) {
  const [language = '', country] = locale.split('-')
  return byCountry.get(country ?? countries[language] ?? '') ?? euro
}

/** The countries of languages that are spoken in one with another currency than the euro. */
const countries: Record<string, string> = {
  cs: 'CZ',
  da: 'DK',
  hu: 'HU',
  nb: 'NO',
  no: 'NO',
  pl: 'PL',
  ro: 'RO',
  sv: 'SE',
}

const byCurrency: Record<string, string> = {
  AUD: 'AU',
  BRL: 'BR',
  CAD: 'CA',
  CHF: 'CH LI',
  CZK: 'CZ',
  DKK: 'DK',
  DZD: 'DZ',
  GBP: 'GB',
  HUF: 'HU',
  INR: 'IN',
  MAD: 'MA',
  MXN: 'MX',
  NOK: 'NO',
  NZD: 'NZ',
  PLN: 'PL',
  RON: 'RO',
  SEK: 'SE',
  TND: 'TN',
  USD: 'US',
  XAF: 'CF CG CM GA TD',
  XOF: 'BF BJ CI ML NE SN TG',
  XPF: 'NC PF WF',
  ZAR: 'ZA',
}
const byCountry = new Map(
  Object.entries(byCurrency).flatMap(([currency, list]) =>
    list.split(' ').map(country => [country, currency] as const),
  ),
)
