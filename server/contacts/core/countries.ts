// ISO 3166-1: each country's two letters followed by its three.
const codes = `
  ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN
  BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI
  CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA
  GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN
  IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ
  LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ
  MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF
  PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN
  SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR
  TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE`

const byCode = new Map(
  codes
    .trim()
    .split(/\s+/)
    .flatMap(pair => [
      [pair.slice(0, 2), pair.slice(0, 2)],
      [pair.slice(2), pair.slice(0, 2)],
    ]),
)

/** The two letters of a country that is named by its two or three; undefined when there is no such country. */
export const countryOf = (code: string): string | undefined => byCode.get(code.trim().toUpperCase())

/** The country where a language is mostly at home among those who use Muster. */
export const countryOfLocale = (locale: string): string =>
  countryOf(locale.slice(3)) ?? (locale.startsWith('fr') ? 'FR' : 'GB')

let byName: Map<string, string> | undefined

/** The same for what people write: a code, or the name in one of the languages below. A name that two countries share is no country's. */
export function countryNamed(text: string): string | undefined {
  return countryOf(text) ?? (text.trim() === '' ? undefined : (byName ??= namesOfCountries()).get(plain(text)))
}

const languages = ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt']

// Names in wide use that the tables of languages do not have.
const alsoNamed: Record<string, string> = {
  AE: 'UAE, EAU',
  BA: 'Bosnia, Bosnie',
  BN: 'Brunei Darussalam',
  CD: 'DRC, RDC, Democratic Republic of the Congo, République démocratique du Congo, Congo RDC, DR Congo',
  CG: 'Republic of the Congo, République du Congo, Congo Republic',
  CI: 'Ivory Coast',
  CN: "People's Republic of China, Chine populaire",
  CV: 'Cape Verde, Cap-Vert',
  CZ: 'Czech Republic, République tchèque',
  FR: 'France métropolitaine, République française',
  GB:
    'UK, United Kingdom of Great Britain and Northern Ireland, Great Britain, Grande-Bretagne, England, Angleterre, ' +
    'Scotland, Écosse, Wales, Pays de Galles, Northern Ireland, Irlande du Nord',
  IR: 'Islamic Republic of Iran',
  KP: 'DPRK',
  KR: 'Republic of Korea, République de Corée',
  LA: 'Lao PDR',
  MD: 'Moldavie, Republic of Moldova',
  MK: 'Macedonia, Macédoine',
  MM: 'Burma, Birmanie',
  NL: 'Holland, Hollande, The Netherlands',
  PS: 'Palestine, State of Palestine',
  RE: 'La Réunion',
  RU: 'Russian Federation, Fédération de Russie',
  SY: 'Syrian Arab Republic',
  SZ: 'Swaziland',
  TL: 'East Timor',
  TR: 'Turkey, Turquie',
  TZ: 'United Republic of Tanzania',
  US: 'United States of America, États-Unis d’Amérique, USA, U.S.A., U.S., Etats Unis',
  VA: 'Vatican, Holy See, Saint-Siège',
  VN: 'Viet Nam',
}

function namesOfCountries() {
  const names = new Map<string, string>()
  // Two countries are called so; which of them is meant, only the sender knows.
  const shared = new Set(['congo', 'kongo'])
  const add = (name: string, country: string) => {
    if ((names.get(name) ?? country) !== country) shared.add(name)
    names.set(name, country)
  }
  for (const language of languages) {
    const inLanguage = new Intl.DisplayNames([language], { type: 'region' })
    for (const country of new Set(byCode.values())) add(plain(inLanguage.of(country) ?? country), country)
  }
  for (const [country, list] of Object.entries(alsoNamed))
    for (const name of list.split(', ')) add(plain(name), country)
  for (const name of shared) names.delete(name)
  return names
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
