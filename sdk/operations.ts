// Written by `npm run generate` from docs/openapi.json. Do not edit.

export type Action = {
  /** Unique identifier. */
  id: number
  /** The space it belongs to. */
  group_id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** When it was archived; null while it is in use. */
  archived_at: string | null
  /** Name, on one line. */
  name: string
  /** What to say at the door. */
  pitch: string
  /** A link to more information. */
  link: string
  /** How many visits are aimed at; 0 for no goal. */
  goal: number
  /** How many answered forms are aimed at; 0 for no goal. */
  goal_forms: number
  /** When it begins. */
  start: string | null
  /** When it ends. */
  end: string | null
  /** Identifier of a reminder in another system. */
  reminder_id: string
  /** Tag for people who have voted. */
  gotv_voted_tag: string
  /** Tag for people who have not voted yet. */
  gotv_not_voted_tag: string
  /** Tag for people who will not vote. */
  gotv_abstention_tag: string
  /** Visible to every member of the space. */
  public: boolean
  /** Where volunteers register. */
  registration_link: string
  /** With a polygon: include contacts whose address has no position. */
  aggreg_without_location: boolean
  /** The details to ask for at the door, as free text. */
  fields: string
  /** GeoJSON of polygons, as text; empty for none. */
  polygon: string
  /** A query as `POST /search` takes it, as text; empty for everyone. */
  filter: string
  /** A query as `POST /search` takes it, as text; empty for everyone. */
  advanced_search: string
  /** GeoJSON of polygons, as text; empty for none. */
  not_polygon: string
  /** A JSON list, as text; empty for none. */
  polling_station_included: string
  /** A JSON list, as text; empty for none. */
  polling_station_excluded: string
  /** A JSON list, as text; empty for none. */
  address_included: string
  /** A JSON list, as text; empty for none. */
  address_excluded: string
  /** Whether people without a polling station are included too. */
  polling_station_included_missing: boolean
  /** Whether people without a polling station are left out too. */
  polling_station_excluded_missing: boolean
  /** Whether people without an address are included too. */
  address_included_missing: boolean
  /** Whether people without an address are left out too. */
  address_excluded_missing: boolean
  /** Leave out contacts whose last visit says that they refused, moved away or died. */
  excluded_nevada: boolean
  /** Facts to share with people, as free objects. */
  facts: {}[]
  /** The people of the action. */
  Users: ActionUser[]
  /** The teams of the action. */
  Teams: ActionTeam[]
  /** The forms that are asked at the door. */
  Forms: ActionForm[]
  /** The first addresses. `GET /actions/{id}/addresses` has all. */
  Addresses: ActionAddress[]
  /** Identifier of the user who created it. */
  created_by: number
  /** Who created it. */
  created_by_detail: ActionCreatedByDetail
}

export type ActionAddress = {
  /** Unique identifier. */
  id: number
  /** House number. */
  housenumber: number
  /** Postal code. */
  postalcode: number
  /** Official code of the town. */
  citycode: number
  /** Floor. */
  floor: number
  /** Street. */
  street: string
  /** Town. */
  city: string
  /** State or region. */
  state: string
  /** Country. */
  country: string
  /** Second line of the address. */
  addition: string
  /** How to find the door. */
  infos: string
  /** Building. */
  building: string
  /** Door. */
  door: string
  /** Polling station. */
  pollingstation: string
  /** House number. */
  house_number: string
  /** Postal code. */
  postal_code: string
  /** Official code of the town. */
  city_code: string
  /** Floor, as it is written. */
  floor_name: string
  /** Latitude in decimal degrees, or empty. */
  latitude: string
  /** Longitude in decimal degrees, or empty. */
  longitude: string
}

export type ActionAddressAdd = {
  /** The fields to write. */
  data: {
    /** The doors. */
    addresses: SentActionAddress[]
  }
}

export type ActionAddressAddFromContactsResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `matched`, `addresses_added`, `contacts_added`, `addresses`, `without_position` and `next_cursor`. */
  data: {
    /** Contacts that match the selection of the action. */
    matched: number
    /** How many doors were added. */
    addresses_added: number
    /** How many contacts were added. */
    contacts_added: number
    /** The number of addresses of the action now. */
    addresses: number
    /** Contacts that match otherwise, but were left out because their address has no position for the polygon. */
    without_position: number
    /** Send it as `cursor` to continue: there are more contacts to check. */
    next_cursor: string | null
  }
}

export type ActionAddressAddResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `addresses`. */
  data: {
    /** The doors. */
    addresses: ActionAddress[]
  }
}

export type ActionAddressList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `addresses` and `next_cursor`. */
  data: {
    /** The doors. */
    addresses: ListedAddress[]
    /** Send it as `cursor` for the next page. */
    next_cursor: string | null
  }
}

export type ActionAddressRemoveMany = {
  /** The fields to write. */
  data: {
    /** Identifiers of addresses of the action. */
    address_ids: number[]
  }
}

export type ActionAddressRemoveManyResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** How many were removed. */
    removed: number
  }
}

export type ActionAddressRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of an address of the action; null if there is none. */
    address_id: number
  }
}

export type ActionAggregate = {
  /** The action. */
  Action: Action
  /** The number of addresses. `Addresses` has the first 25. */
  NbAddresses: number
  /** The number of recorded visits. */
  NbVisites: number
  /** The number of visits with a contact made. */
  NbContacts: number
  /** The number of declared visits. */
  NbVisitesDeclared: number
}

export type ActionArchiveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of an action; null if there is none. */
    action_id: number
  }
}

export type ActionChange = {
  /** Name, on one line. */
  name?: string
  /** What to say at the door. */
  pitch?: string
  /** A link to more information. */
  link?: string
  /** How many visits are aimed at; 0 for no goal. */
  goal?: number
  /** How many answered forms are aimed at; 0 for no goal. */
  goal_forms?: number
  /** When it begins. */
  start?: string | null
  /** When it ends. */
  end?: string | null
  /** Identifier of a reminder in another system. */
  reminder_id?: string
  /** Tag for people who have voted. */
  gotv_voted_tag?: string
  /** Tag for people who have not voted yet. */
  gotv_not_voted_tag?: string
  /** Tag for people who will not vote. */
  gotv_abstention_tag?: string
  /** Visible to every member of the space. */
  public?: boolean
  /** Where volunteers register. */
  registration_link?: string
  /** With a polygon: include contacts whose address has no position. */
  aggreg_without_location?: boolean
  /** The details to ask for at the door, as free text. */
  fields?: string
  /** GeoJSON of polygons, as text; empty for none. */
  polygon?: string
  /** A query as `POST /search` takes it, as text; empty for everyone. */
  filter?: string
  /** A query as `POST /search` takes it, as text; empty for everyone. */
  advanced_search?: string
  /** GeoJSON of polygons, as text; empty for none. */
  not_polygon?: string
  /** A JSON list, as text; empty for none. */
  polling_station_included?: string
  /** A JSON list, as text; empty for none. */
  polling_station_excluded?: string
  /** A JSON list, as text; empty for none. */
  address_included?: string
  /** A JSON list, as text; empty for none. */
  address_excluded?: string
  /** Whether people without a polling station are included too. */
  polling_station_included_missing?: boolean
  /** Whether people without a polling station are left out too. */
  polling_station_excluded_missing?: boolean
  /** Whether people without an address are included too. */
  address_included_missing?: boolean
  /** Whether people without an address are left out too. */
  address_excluded_missing?: boolean
  /** Leave out contacts whose last visit says that they refused, moved away or died. */
  excluded_nevada?: boolean
  /** Facts to share with people, as free objects. */
  facts?: {}[]
  /** The people of the action. */
  Users?: RecordReference[]
  /** The teams of the action. */
  Teams?: RecordReference[]
  /** The forms that are asked at the door. */
  Forms?: RecordReference[]
}

export type ActionContact = {
  /** Unique identifier. */
  id: number
  /** First name. */
  firstname: string
  /** Family name. */
  surname: string
  /** Mobile telephone number. */
  mobile: string
  /** Telephone number. */
  phone: string
  /** Has opted out of being contacted. */
  black_list: boolean
  /** Postal address. */
  address: ActionContactAddress | null
  /** The address in the action. */
  address_id: number | null
  /** The last visit; null if there was none. */
  last_visit: LastVisit | null
}

export type ActionContactAddress = {
  /** House number. */
  house_number: string
  /** Street. */
  street: string
  /** Postal code. */
  postal_code: string
  /** Town. */
  city: string
  /** Country. */
  country: string
  /** Second line of the address. */
  addition: string
  /** Building. */
  building: string
  /** Floor. */
  floor: string
  /** Door. */
  door: string
  /** Latitude in decimal degrees, or empty. */
  latitude: string
  /** Longitude in decimal degrees, or empty. */
  longitude: string
}

export type ActionContactList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `contacts` and `next_cursor`. */
  data: {
    /** The contacts. */
    contacts: ActionContact[]
    /** Send it as `cursor` for the next page. */
    next_cursor: string | null
  }
}

export type ActionCreate = {
  /** The fields to write. */
  data: {
    /** The action. */
    action?: NewAction
    /** The action. */
    Action?: NewAction
  }
}

export type ActionCreatedByDetail = {
  /** First name. */
  first_name: string
  /** Family name. */
  last_name: string
  /** Whether the user is still in the space. */
  status: 'active' | 'inactive'
  /** Telephone number. */
  phone: string
  /** E-mail address. */
  email: string
  /** Address of a picture of the person, or empty. */
  avator: string
}

export type ActionDuplicate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** When it begins. */
    start?: string | null
    /** When it ends. */
    end?: string | null
  }
}

export type ActionForm = {
  /** Unique identifier. */
  id: number
  /** What the form asks, or what can be answered. */
  label: string
  /** How the form is answered, such as radio. */
  type: string
  /** What the form is about, such as survey. */
  kind: string
  /** An explanation below the question. */
  help: string
  /** What people agree to; empty if the label says it. Only for consents. */
  text: string
  /** The version of the text of a consent; 1 for other forms. */
  version: number
  /** Whether apps for visits ask for an answer before they record a conversation. */
  required_at_door: boolean
  /** The answer to another form on which this one depends; null: it is always asked. */
  condition: FormCondition | null
  /** The values that can be chosen, in their order. */
  refvalues: ActionFormRefvalue[]
}

export type ActionFormRefvalue = {
  /** Unique identifier. */
  id: number
  /** Identifier of a form. */
  form_id: number
  /** What the form asks, or what can be answered. */
  label: string
  /** What the value is called in files and programs. */
  value: string
}

export type ActionList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `ActionsAggreg`. */
  data: {
    /** The actions, each with its counts. */
    ActionsAggreg: ActionAggregate[]
  }
}

export type ActionOfContact = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
  /** Whether it is archived. Records that refer to it keep it. */
  archived: boolean
  /** How often the person was visited, as far as the caller sees. */
  visits: number
  /** When they were last visited; null if never. */
  last_visit: string | null
}

export type ActionResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `Action`. */
  data: {
    /** The action. */
    Action: Action
  }
}

export type ActionStatisticsResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `from`, `to`, `NbVisites`, `NbContacts`, `NbVisitesDeclared`, `goal`, `addresses`, `addresses_visited`, `addresses_without_position`, `by_day`, `by_result`, `by_team`, `by_person` and `by_street`. */
  data: {
    /** Start of the period; a date without a time means the start of that day. */
    from: string | null
    /** End of the period; a date without a time includes that day. */
    to: string | null
    /** How many visits were recorded. */
    NbVisites: number
    /** At how many visits a person was met. */
    NbContacts: number
    /** How many visits were only counted. */
    NbVisitesDeclared: number
    /** How many visits are aimed at; 0 for no goal. */
    goal: number
    /** The number of addresses. */
    addresses: number
    /** The number of addresses with a visit. */
    addresses_visited: number
    /** How many doors have no position on the map. */
    addresses_without_position: number
    /** The visits of each day. */
    by_day: ActionStatisticsResponseByDay[]
    /** The visits by result. */
    by_result: ActionStatisticsResponseByResult[]
    /** The visits of each team. */
    by_team: ActionStatisticsResponseByTeam[]
    /** The visits of each person. */
    by_person: ActionStatisticsResponseByPerson[]
    /** The visits in each street. */
    by_street: ActionStatisticsResponseByStreet[]
  }
}

export type ActionStatisticsResponseByDay = {
  /** Such as 2026-05-01, in UTC. */
  day: string
  /** The number of visits. */
  visits: number
  /** The number of visits with a contact made. */
  contacts: number
  /** How many visits were only counted. */
  declared: number
}

export type ActionStatisticsResponseByPerson = {
  /** Identifier of a user of the space. */
  user_id: number
  /** First name. */
  firstname: string
  /** Family name. */
  surname: string
  /** The number of visits. */
  visits: number
  /** The number of visits with a contact made. */
  contacts: number
  /** How many visits were only counted. */
  declared: number
}

export type ActionStatisticsResponseByResult = {
  /** The result of the visit. */
  result: VisitResult
  /** The number of visits. */
  visits: number
  /** The number of visits with a contact made. */
  contacts: number
}

export type ActionStatisticsResponseByStreet = {
  /** Street. */
  street: string
  /** Town. */
  city: string
  /** The number of addresses in the street. */
  addresses: number
  /** The number of visits. */
  visits: number
  /** The number of visits with a contact made. */
  contacts: number
}

export type ActionStatisticsResponseByTeam = {
  /** Identifier of a team; null if there is none. */
  team_id: number | null
  /** Name, on one line. */
  name: string
  /** The number of visits. */
  visits: number
  /** The number of visits with a contact made. */
  contacts: number
}

export type ActionTeam = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
  /** The space it belongs to. */
  group_id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** When it was deleted; null if it was not. */
  DeletedAt: string | null
  /** Empty when the team hides its users from the caller. */
  userswithactive: ActionUser[]
}

export type ActionUpdate = {
  /** The fields to write. */
  data: {
    /** The action. */
    action?: ActionChange
    /** The action. */
    Action?: ActionChange
  }
}

export type ActionUser = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** When it was deleted; null if it was not. */
  deleted_at: string | null
  /** When the user joined the space. */
  created: string
  /** The mail address in this space; empty if the caller may not see it. */
  mail: string
  /** First name. */
  firstname: string
  /** Family name. */
  surname: string
  /** Telephone number. */
  phone: string
  /** Postal address, as one text. */
  address: string
  /** Town. */
  city: string
  /** Postal code. */
  postal: string
  /** Latitude and longitude, separated by a comma. */
  location: string
  /** An http or https address, or empty. */
  avatar: string
  /** Date of birth; null if unknown. */
  birthdate: string | null
  /** A language such as fr or en-GB; empty while the membership is pending. */
  locale: string
  /** The id of the user’s space, in a list. */
  group_id: number[]
  /** The spaces that the user has selected, the first of them in use. */
  selected_group_id: number[]
  /** The name of the role. */
  role: string
  /** The role with its rank and type. */
  role_data: RoleSummary
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** Whether they sign in with a second factor. False where the caller may not see it. */
  two_factor_enable: boolean
  /** Always null. */
  validationcode: null
  /** Whether they accepted that the space sees their data. False where the caller may not see it. */
  gdpr_accepted: boolean
  /** Whether the user can act in the space. */
  active: boolean
}

export type ActivityEntry = {
  /** What happened: `memberships` and `donations` were recorded in one currency, `visits` were made in one action, an `import` created contacts, `consents_withdrawn` to one form, `role_changed` of one user, or `users_joined` the space. */
  kind: 'memberships' | 'donations' | 'visits' | 'import' | 'consents_withdrawn' | 'role_changed' | 'users_joined'
  /** How many memberships, donations, visits, contacts, consents or users there are. */
  count: number
  /** The sum of the memberships or donations, in minor units; null for others. */
  amount: number | null
  /** The currency of the amount, in capitals; null without an amount. */
  currency: string | null
  /** Identifier of the action, import or user that the entry is about; null if there is none. */
  subject_id: number | null
  /** The name of the action, the import, the form or the new role; else empty. */
  name: string
  /** Who did it. */
  user: PersonName | null
  /** The users who did it, or who joined: at most 3, those who did most first. */
  people: PersonName[]
  /** How many users did it, or joined. */
  people_count: number
  /** When the last of these changes happened. */
  last_at: string
}

export type ActivityList = {
  /** Always `success`. */
  status: 'success'
  /** The activity entries. */
  data: ActivityEntry[]
}

export type Address = {
  /** House number. */
  housenumber: string
  /** Street. */
  street: string
  /** Postal code. */
  postalcode: string
  /** Official code of the town. */
  citycode: string
  /** Town. */
  city: string
  /** State or region. */
  state: string
  /** Country. */
  country: string
  /** Second line of the address. */
  addition: string
  /** How to find the door. */
  infos: string
  /** Building. */
  building: string
  /** Floor. */
  floor: string
  /** Door. */
  door: string
  /** Polling station. */
  pollingstation: string
  /** Kind of building. */
  building_type: string
  /** Latitude in decimal degrees, or empty. */
  lattitude: string
  /** Longitude in decimal degrees, or empty. */
  longitude: string
  /** Latitude and longitude, separated by a comma; derived from the two fields when both are set. */
  location: string
  /** Confidence of the position, from 0 to 1. */
  score: number
  /** Whether mail to the address is returned. */
  invalid: boolean
}

export type AddressInput = {
  /** House number. */
  housenumber?: string
  /** Street. */
  street?: string
  /** Postal code. */
  postalcode?: string
  /** Official code of the town. */
  citycode?: string
  /** Town. */
  city?: string
  /** State or region. */
  state?: string
  /** Country. */
  country?: string
  /** Second line of the address. */
  addition?: string
  /** How to find the door. */
  infos?: string
  /** Building. */
  building?: string
  /** Floor. */
  floor?: string
  /** Door. */
  door?: string
  /** Polling station. */
  pollingstation?: string
  /** Kind of building. */
  building_type?: string
  /** Latitude in decimal degrees, or empty. */
  lattitude?: string
  /** Longitude in decimal degrees, or empty. */
  longitude?: string
  /** Latitude and longitude, separated by a comma; derived from the two fields when both are set. */
  location?: string
  /** Confidence of the position, from 0 to 1. */
  score?: number
  /** Whether mail to the address is returned. */
  invalid?: boolean
  /** Latitude in decimal degrees, or empty. */
  latitude?: string
  /** House number. */
  house_number?: string
}

export type AdvancedSearch = {
  /** Two levels: `$all` or `$at_least_one` over nodes of the same two words, and these over `{"$condition": {attr, ope, value}}`, with `from` and `to` for a range. In place of a condition there may be a group: `{"any": [ … ]}`, `{"all": [ … ]}` or `{"not": … }`, over conditions and groups, up to four inside each other. Left out, or with an empty `$all`: everyone. */
  query?: unknown
  /** The first page is 0. */
  page?: number
  /** Values above 1000 count as 1000. */
  per_page?: number
  /** The field to sort by. */
  sort_attr?: SortAttribute
  /** Whether to sort from first to last. */
  sort_asc?: boolean
  /** False is the same as `total: none`. */
  with_total?: boolean
  /** Counting is slow where many contacts match. `capped` counts up to 10000: where more match, `total` is 10000 and `total_is_capped` true. With `none`, `total` is null unless already known. `POST /kpi` counts separately. */
  total?: TotalMode
  /** `next_cursor` of the previous page, with the same query and order; `page` is then ignored. */
  cursor?: string
}

export type AuditEntry = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** Who did it. */
  user: PersonName | null
  /** Identifier of the access token that was used; null if there was none. */
  token_id: number | null
  /** The id of the request, as in its `x-request-id` header. Empty for what housekeeping does. */
  request: string
  /** The kind of action, such as contact.read. */
  kind: string
  /** The kind of record, such as contact. */
  subject: string
  /** Identifier of the record; null if there is no single one. */
  subject_id: number | null
  /** The name of the contact or user it is about. Empty for other subjects, and where the caller must not see it. */
  subject_name: string
  /** What changed or was involved. The keys depend on `kind`. */
  details: {}
}

export type AuditList = {
  /** Always `success`. */
  status: 'success'
  /** The audit entries. */
  data: AuditEntry[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type BankAccount = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** Name, on one line. */
  name: string
  /** Spaces and lower case are accepted. Empty for an account without one. */
  iban: string
  /** The number that files without an IBAN have, such as OFX; empty if unknown. */
  number: string
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** The number of an account in the ledger, such as 512000. */
  ledger_account: string
  /** How CSV files of the bank are read; null if it sends none. */
  csv_mapping: BankCsvMapping | null
  /** Whether it is no longer used. */
  archived: boolean
  /** The balance after the last line. */
  balance: number
  /** The day of the last line or statement. */
  balance_date: string | null
  /** The number of open lines. */
  open_count: number
}

export type BankAccountCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** Spaces and lower case are accepted. Empty for an account without one. */
    iban?: string
    /** The number that files without an IBAN have, such as OFX; empty if unknown. */
    number?: string
    /** An ISO 4217 code, such as EUR. */
    currency?: Currency
    /** By default the account for money in the settings of the ledger, if no other bank account has it. */
    ledger_account?: string
    /** How CSV files of the bank are read; null if it sends none. */
    csv_mapping?: BankCsvMappingChange | null
  }
}

export type BankAccountDeleteResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change. */
  data: {}
}

export type BankAccountList = {
  /** Always `success`. */
  status: 'success'
  /** The bank accounts. */
  data: BankAccount[]
  /** The number of records on all pages. */
  total: number
}

export type BankAccountResponse = {
  /** Always `success`. */
  status: 'success'
  /** The bank account. */
  data: BankAccount
}

export type BankAccountUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** Spaces and lower case are accepted. Empty for an account without one. */
    iban?: string
    /** The number that files without an IBAN have, such as OFX; empty if unknown. */
    number?: string
    /** The number of an account in the ledger, such as 512000. */
    ledger_account?: string
    /** How CSV files of the bank are read; null if it sends none. */
    csv_mapping?: BankCsvMappingChange | null
    /** Whether it is no longer used. */
    archived?: boolean
  }
}

export type BankCsvMapping = {
  /** The character set. `auto` finds it out. */
  encoding: 'auto' | 'utf-8' | 'windows-1252' | 'iso-8859-15'
  /** What separates columns. */
  separator: 'auto' | ',' | ';' | '\t' | '|'
  /** Rows before the row of column names. */
  skip_rows: number
  /** How days are written. */
  date_format: 'YYYY-MM-DD' | 'DD/MM/YYYY' | 'MM/DD/YYYY' | 'DD.MM.YYYY' | 'DD/MM/YY' | 'YYYYMMDD'
  /** What separates cents. */
  decimal: ',' | '.'
  /** The index of a column, from 0. */
  date: number
  /** The index of a column, from 0. */
  value_date?: number
  /** The column of signed amounts, if debits and credits share one. */
  amount?: number
  /** The column of money that left the account. */
  debit?: number
  /** The column of money that came in. */
  credit?: number
  /** The columns of the text, which are joined. */
  text: number[]
  /** The index of a column, from 0. */
  counterparty?: number
  /** The index of a column, from 0. */
  counterparty_iban?: number
  /** The column with a reference unique in the account. */
  reference?: number
  /** The column with the balance after the line. */
  balance?: number
}

export type BankCsvMappingChange = {
  /** The character set. `auto` finds it out. */
  encoding?: 'auto' | 'utf-8' | 'windows-1252' | 'iso-8859-15'
  /** What separates columns. */
  separator?: 'auto' | ',' | ';' | '\t' | '|'
  /** Rows before the row of column names. */
  skip_rows?: number
  /** How days are written. */
  date_format: 'YYYY-MM-DD' | 'DD/MM/YYYY' | 'MM/DD/YYYY' | 'DD.MM.YYYY' | 'DD/MM/YY' | 'YYYYMMDD'
  /** What separates cents. */
  decimal: ',' | '.'
  /** The index of a column, from 0. */
  date: number
  /** The index of a column, from 0. */
  value_date?: number
  /** The column of signed amounts, if debits and credits share one. */
  amount?: number
  /** The column of money that left the account. */
  debit?: number
  /** The column of money that came in. */
  credit?: number
  /** The columns of the text, which are joined. */
  text: number[]
  /** The index of a column, from 0. */
  counterparty?: number
  /** The index of a column, from 0. */
  counterparty_iban?: number
  /** The column with a reference unique in the account. */
  reference?: number
  /** The column with the balance after the line. */
  balance?: number
}

export type BankDifference = {
  /** `open_lines` and `ignored_lines`: the bank has them, the ledger does not. `opening_balance`: what the account had before its first line, or before the last opening balances of the ledger, and the ledger has not. `booked_later`: matched lines that the ledger has in a later month, because theirs was validated already. `other_entries`: what the ledger has on the account, and no bank line brought; with its sign turned. */
  kind: 'open_lines' | 'ignored_lines' | 'opening_balance' | 'booked_later' | 'other_entries'
  /** The number of lines; 0 where there are none to count. */
  count: number
  /** In minor units, such as cents; negative if the money left the account. */
  amount: number
}

export type BankFile = string

export type BankFilePreview = {
  /** The format of the file. */
  format: 'camt.053' | 'camt.054' | 'mt940' | 'ofx' | 'csv'
  /** The account that the file names; empty if it names none. */
  iban: string
  /** The bank account that it belongs to, if known. */
  bank_account_id: number | null
  /** The number of lines; 0 for a CSV file that cannot be read yet. */
  lines_count: number
  /** The column names of a CSV file. */
  columns: string[]
  /** The first rows of a CSV file. */
  rows: string[][]
  /** What the columns of a CSV file mean: as saved in the bank account or, if that does not fit, a guess. */
  csv_mapping: BankCsvMapping | null
}

export type BankLine = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** Identifier of the bank account. */
  bank_account_id: number
  /** Identifier of the bank statement. */
  bank_statement_id: number
  /** A day, such as 2026-10-31. */
  date: string
  /** A day, such as 2026-10-31. */
  value_date: string
  /** In minor units, such as cents; negative if the money left the account. */
  amount: number
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** What the bank wrote. */
  text: string
  /** The name of the other side. */
  counterparty: string
  /** The IBAN of the other side; empty if the bank does not tell. */
  counterparty_iban: string
  /** The reference that the payer gave to the payment; empty if none. */
  end_to_end_id: string
  /** The reference of the mandate of a direct debit; empty if none. */
  mandate_id: string
  /** The reference that the bank gave to the line; empty if none. */
  bank_reference: string
  /** The reason code of a returned debit, such as AM04. */
  return_reason: string
  /** The transactions of a line that stands for several. */
  details: BankLineDetail[]
  /** Whether somebody decided what it is. */
  state: 'open' | 'matched' | 'ignored'
  /** Why the line was ignored; empty if it was not. */
  ignored_reason: string
  /** When it was settled; null while it is open. */
  settled_at: string | null
  /** Who settled it; null while it is open. */
  settled_by: PersonName | null
  /** What the line was matched to; empty unless it is matched. */
  matches: BankMatch[]
  /** Of an open line: what it may be, the likeliest first, at most three. */
  proposals: BankProposal[]
}

export type BankLineAcceptCertain = {
  /** The fields to write. */
  data: {
    /** Identifier of the bank account. */
    bank_account_id: number
    /** A month, such as 2026-10. */
    month?: string
  }
}

export type BankLineAcceptCertainResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `accepted`, `amount`, `line_ids` and `more`. */
  data: {
    /** How many lines were matched. */
    accepted: number
    /** Their sum. */
    amount: number
    /** The lines, to undo them all. */
    line_ids: number[]
    /** Whether there may be more: one call accepts at most 1000. */
    more: boolean
  }
}

export type BankLineDetail = {
  /** In minor units, such as cents; negative if the money left the account. */
  amount: number
  /** What the bank wrote about it. */
  text: string
  /** The name of the other side. */
  counterparty: string
  /** The IBAN of the other side; empty if the bank does not tell. */
  counterparty_iban: string
  /** The reference that the payer gave to the payment; empty if none. */
  end_to_end_id: string
  /** The reference of the mandate of a direct debit; empty if none. */
  mandate_id: string
  /** The reason code of a returned debit, such as AM04. */
  return_reason: string
}

export type BankLineIgnore = {
  /** The fields to write. */
  data: {
    /** Why it is nobody’s payment. */
    reason: string
  }
}

export type BankLineList = {
  /** Always `success`. */
  status: 'success'
  /** The bank lines. */
  data: BankLine[]
  /** The number of records on all pages. */
  total: number
}

export type BankLineMatch = {
  /** The fields to write. */
  data: {
    /** What the line is. The amounts sum up to the line. */
    matches: NewBankMatch[]
  }
}

export type BankLinePay = {
  /** The fields to write. */
  data: {
    /** Identifier of a contact of the space. */
    contact_id: number
    /** What was paid for. */
    kind: 'donation' | 'membership'
    /** A donation or membership price. */
    price_id?: number | null
    /** How it was paid, as one of the kinds in the settings. */
    payment_method_kind?: string
    /** Code of the campaign that led to the payment. */
    code_campaign?: string
  }
}

export type BankLineResponse = {
  /** Always `success`. */
  status: 'success'
  /** The bank line. */
  data: BankLine
}

export type BankLineUndo = {
  /** The fields to write. */
  data: {
    /** Identifiers of bank lines. */
    line_ids: number[]
    /** Whether payments that were recorded from these lines stay, to be matched again or deleted. */
    keep_payments?: boolean
  }
}

export type BankLineUndoResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `lines`. */
  data: {
    /** The lines, open again. */
    lines: BankLine[]
  }
}

export type BankMatch = {
  /** Unique identifier. */
  id: number
  /** `payment`: money of a transaction. `reversal`: a refund or return. `account`: an amount of the ledger, such as a fee. */
  kind: 'payment' | 'reversal' | 'account'
  /** In minor units, such as cents; negative if the money left the account. */
  amount: number
  /** Identifier of the transaction bundle. */
  transaction_bundle_id: number | null
  /** Identifier of the transaction. */
  transaction_id: number | null
  /** Identifier of the reversal. */
  reversal_id: number | null
  /** Number of an account. */
  account: string | null
  /** The contact. */
  contact: PersonName | null
  /** Whether the payment was recorded from this line. */
  created_bundle: boolean
}

export type BankMonth = {
  /** Identifier of the bank account. */
  bank_account_id: number
  /** A month, such as 2026-10. */
  month: string
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** What the bank has at the end of the month. */
  bank_balance: number
  /** What the account of the ledger has then. */
  book_balance: number
  /** The first less the second: the sum of the explanations. */
  difference: number
  /** What explains the difference. */
  explanations: BankDifference[]
  /** The number of lines in the month. */
  lines_count: number
  /** Those of them that are open. */
  open_count: number
  /** Those of them that are matched. */
  matched_count: number
  /** Those of them that are ignored. */
  ignored_count: number
  /** The sum of the lines of the month. */
  imported_amount: number
  /** The sum of those that are open. */
  open_amount: number
  /** Whether it is not closed, has ended, no line up to its end is open, and earlier months with lines are closed. */
  can_close: boolean
  /** When the month was closed; null if it is open. */
  closed_at: string | null
  /** Who closed the month; null if it is open. */
  closed_by: PersonName | null
}

export type BankMonthClose = {
  /** The fields to write. */
  data: {
    /** Identifier of the bank account. */
    bank_account_id: number
    /** A month, such as 2026-10. */
    month: string
  }
}

export type BankMonthCloseResponse = {
  /** Always `success`. */
  status: 'success'
  /** The bank month. */
  data: BankMonth
}

export type BankMonthList = {
  /** Always `success`. */
  status: 'success'
  /** The bank months. */
  data: BankMonth[]
  /** The number of records on all pages. */
  total: number
}

export type BankProposal = {
  /** How sure it is. 95 and more is certain. */
  score: number
  /** Whether accepting all certain proposals accepts it. */
  certain: boolean
  /** What it proposes. `new_payment`: no payment waits, and this contact may have paid. */
  kind: 'payments' | 'batch' | 'lot' | 'payout' | 'return' | 'refund' | 'rule' | 'new_payment'
  /** Why it is proposed. */
  reasons: BankProposalReason[]
  /** The reasons in English. */
  message: string
  /** What to send to accept it; empty for `new_payment` and some rules. */
  matches: ProposedBankMatch[]
  /** The payments of the matches, at most 100 of them. */
  payments: WaitingPayment[]
  /** The deposit batch of the payments; null if it is none. */
  batch: ProposedBatch | null
  /** The rule that proposes it; null if none does. */
  rule: ProposedRule | null
  /** Who may have paid; null if payments are proposed, or nobody is known. */
  payer: ProposedPayer | null
}

export type BankProposalReason = {
  /** What was found. */
  kind: 'end_to_end_id' | 'batch_number' | 'batch_amount' | 'lot' | 'payout' | 'iban_seen' | 'name' | 'exact_amount' | 'reference' | 'campaign' | 'near_date' | 'rule' | 'return' | 'namesakes' | 'competing_lines' | 'several_lines' | 'another_payer'
  /** What was found, such as a batch number or how often an IBAN was seen; may be empty. */
  value: string
}

export type BankRule = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** Name, on one line. */
  name: string
  /** Whether it is applied. */
  enabled: boolean
  /** Which lines the rule is for. */
  conditions: BankRuleConditions
  /** What such lines are. */
  outcome: BankRuleOutcome
}

export type BankRuleConditions = {
  /** Identifier of the bank account. */
  bank_account_id?: number
  /** Whether money came in or left. */
  direction?: 'in' | 'out'
  /** A part of the text or of the counterparty. */
  text_contains?: string
  /** The IBAN of the other side. */
  counterparty_iban?: string
  /** Without its sign. */
  amount_min?: number
  /** Without its sign. */
  amount_max?: number
}

export type BankRuleConditionsChange = {
  /** Identifier of the bank account. */
  bank_account_id?: number
  /** Whether money came in or left. */
  direction?: 'in' | 'out'
  /** A part of the text or of the counterparty. */
  text_contains?: string
  /** The IBAN of the other side. */
  counterparty_iban?: string
  /** Without its sign. */
  amount_min?: number
  /** Without its sign. */
  amount_max?: number
}

export type BankRuleCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** Whether it is applied. */
    enabled?: boolean
    /** Which lines the rule is for. */
    conditions: BankRuleConditionsChange
    /** What such lines are. */
    outcome: BankRuleOutcomeChange
  }
}

export type BankRuleDeleteResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change. */
  data: {}
}

export type BankRuleList = {
  /** Always `success`. */
  status: 'success'
  /** The bank rules. */
  data: BankRule[]
  /** The number of records on all pages. */
  total: number
}

export type BankRuleOutcome = {
  /** `donation` and `membership`: a new payment of the proposed payer. `account`: an amount of the ledger, such as a fee. `ignore`: nothing, for the reason. */
  kind: 'donation' | 'membership' | 'account' | 'ignore'
  /** A donation or membership price. */
  price_id?: number | null
  /** The campaign of the new payment. */
  code_campaign?: string
  /** The number of an account in the ledger, such as 512000. */
  account?: string
  /** Why the line is ignored. */
  reason?: string
}

export type BankRuleOutcomeChange = {
  /** `donation` and `membership`: a new payment of the proposed payer. `account`: an amount of the ledger, such as a fee. `ignore`: nothing, for the reason. */
  kind: 'donation' | 'membership' | 'account' | 'ignore'
  /** A donation or membership price. */
  price_id?: number | null
  /** The campaign of the new payment. */
  code_campaign?: string
  /** The number of an account in the ledger, such as 512000. */
  account?: string
  /** Why the line is ignored. */
  reason?: string
}

export type BankRuleResponse = {
  /** Always `success`. */
  status: 'success'
  /** The bank rule. */
  data: BankRule
}

export type BankRuleUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** Whether it is applied. */
    enabled?: boolean
    /** Which lines the rule is for. */
    conditions?: BankRuleConditionsChange
    /** What such lines are. */
    outcome?: BankRuleOutcomeChange
  }
}

export type BankStatement = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** The bank account that it belongs to. */
  bank_account_id: number
  /** The name of the file. */
  file_name: string
  /** The format of the file. */
  format: 'camt.053' | 'camt.054' | 'mt940' | 'ofx' | 'csv'
  /** The name that the bank gave it; empty if it has none. */
  reference: string
  /** A day, such as 2026-10-31. */
  from_date: string
  /** A day, such as 2026-10-31. */
  to_date: string
  /** In minor units, such as cents; negative if the money left the account. */
  opening_balance: number | null
  /** In minor units, such as cents; negative if the money left the account. */
  closing_balance: number | null
  /** The number of lines in the file. */
  lines_count: number
  /** How many of them were not known from an earlier file. */
  added_count: number
}

export type BankStatementDeleteResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change. */
  data: {}
}

export type BankStatementList = {
  /** Always `success`. */
  status: 'success'
  /** The bank statements. */
  data: BankStatement[]
  /** The number of records on all pages. */
  total: number
}

export type BankStatementPreviewResponse = {
  /** Always `success`. */
  status: 'success'
  /** The bank file preview. */
  data: BankFilePreview
}

export type BankStatementResponse = {
  /** Always `success`. */
  status: 'success'
  /** The bank statement. */
  data: BankStatement
}

export type BankStatementUploadResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `statements`, `lines_count` and `added_count`. */
  data: {
    /** One for each statement in the file. */
    statements: BankStatement[]
    /** The number of lines in the file. */
    lines_count: number
    /** How many of them were not known from an earlier file. */
    added_count: number
  }
}

export type BulkAction = {
  /** Unique identifier. */
  id: number
}

export type BulkAnswer = {
  /** What was answered, as text; empty where a value was chosen. */
  data: string | null
  /** Identifier of a form. */
  form_id: number
  /** Identifier of the value of the form that was chosen. */
  form_ref_id: number
  /** When it happened; a date without a time means midnight UTC. */
  date?: string | null
  /** The survey that the answer came with; null if there was none. */
  survey_id?: number | null
  /** The source of the answer. */
  source?: string | null
  /** The version of a consent’s text that was shown; the current one if it is left out. */
  form_version?: number | null
}

export type BulkChange = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** Who did it. */
  user: PersonName
  /** What is changed. */
  kind: 'tags' | 'fields' | 'answer' | 'remove_answer' | 'archive' | 'action'
  /** The change as it was sent. Empty after the erasure of a person whom it named. */
  change: StoredBulkChangeContent
  /** The state of the change; `undoing` and `undone` after an undo was started. */
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'undoing' | 'undone'
  /** The job that processes it; null if it was done at once. */
  job_id: number
  /** Why the change or its undo failed; empty otherwise. */
  error: string
  /** How many contacts have been processed so far. */
  done: number
  /** How many contacts were selected. The selection is fixed when the change starts. */
  total: number
  /** How many contacts have changed. */
  changed: number
  /** How many contacts were already as the change makes them. */
  unchanged: number
  /** How many contacts could not be changed. */
  refused: number
  /** Why contacts were left as they are, with the number of contacts for each reason. */
  refusals: BulkChangeRefusal[]
  /** What the undo did; null if there was none. */
  undo: BulkChangeUndo | null
  /** Until when it can be undone; null if it cannot, or no longer. */
  undo_until: string | null
}

export type BulkChangeContact = {
  /** Identifier of a contact of the space. */
  contact_id: number
  /** The name of the contact; empty if it has none or the caller may not see it. */
  name: string
  /** `waiting`: not reached, also after a cancellation. `restored` and `kept` come from an undo. */
  outcome: 'waiting' | 'changed' | 'unchanged' | 'refused' | 'restored' | 'kept'
  /** Stable code of the reason. */
  code: 'not_found' | 'deleted' | 'merged' | 'restricted' | 'do_not_contact' | 'no_address' | 'changed' | 'erased' | 'visited' | null
  /** Why it was refused, or kept by the undo; empty otherwise. */
  reason: string
}

export type BulkChangeContent = {
  /** Tags to add to the contacts and to remove. */
  tags?: BulkTags
  /** Fields and their new value, the same for all contacts; null empties a field. `mail`, `external_id` and `nationbuilderid` can only be emptied. */
  fields?: BulkFieldValues
  /** An answer to a form, such as a consent or a field of your own. */
  answer?: BulkAnswer
  /** A form whose answers are removed. A consent is withdrawn. */
  remove_answer?: BulkRemovedAnswer
  /** Deletes the contacts, as `DELETE /contacts/{id}` does. They can be restored. */
  archive?: true
  /** An action to add the contacts and their addresses to. Contacts who opted out or have no address are refused. */
  action?: BulkAction
}

export type BulkChangeCreate = {
  /** The fields to write. */
  data: {
    /** The contacts to change: by id, or all that match a query. */
    contacts: ContactSelection
    /** What to change: exactly one of these. */
    change: BulkChangeContent
  }
}

export type BulkChangeList = {
  /** Always `success`. */
  status: 'success'
  /** The bulk changes. */
  data: BulkChange[]
  /** The number of records on all pages. */
  total: number
}

export type BulkChangeListContactsResponse = {
  /** Always `success`. */
  status: 'success'
  /** The bulk change contacts. */
  data: BulkChangeContact[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type BulkChangeRefusal = {
  /** Stable code of the reason. */
  code: 'not_found' | 'deleted' | 'merged' | 'restricted' | 'do_not_contact' | 'no_address'
  /** The reason in a sentence. */
  reason: string
  /** How many contacts have this reason. */
  contacts: number
}

export type BulkChangeResponse = {
  /** Always `success`. */
  status: 'success'
  /** The bulk change. */
  data: BulkChange
}

export type BulkChangeUndo = {
  /** The job that processes it; null if it was done at once. */
  job_id: number
  /** How many contacts the undo has processed so far. */
  done: number
  /** How many contacts the undo has to process. */
  total: number
  /** How many contacts are as before the change. */
  restored: number
  /** How many contacts were left as they are. */
  kept: number
  /** Why contacts were left as they are, with the number of contacts for each reason. */
  reasons: BulkChangeUndoReason[]
}

export type BulkChangeUndoReason = {
  /** Stable code of the reason. */
  code: 'changed' | 'deleted' | 'merged' | 'erased' | 'restricted' | 'visited' | 'not_found'
  /** The reason in a sentence. */
  reason: string
  /** How many contacts have this reason. */
  contacts: number
}

export type BulkFieldValues = {
  /** The id of the person in another system of yours. */
  external_id?: string | null
  /** First name. */
  firstname?: string | null
  /** Family name. */
  surname?: string | null
  /** Name by marriage, where it is used beside the family name. */
  married_name?: string | null
  /** `M`, `F` or `O`; empty if unknown. */
  gender?: '' | 'M' | 'F' | 'O' | null
  /** Date of birth; null if unknown. */
  birthdate?: string | '' | null
  /** Town of birth. */
  birth_city?: string | null
  /** A country by its code, such as FR, or its name. */
  birth_country?: string | null
  /** Department or district of birth. */
  birth_dept?: string | null
  /** Nationality, as a country code or in words. */
  nationality?: string | null
  /** E-mail address. */
  mail?: string | null
  /** Mobile telephone number. */
  mobile?: string | null
  /** Telephone number. */
  phone?: string | null
  /** Id of this person in NationBuilder; null if there is none. */
  nationbuilderid?: number | null
  /** Age category; 0 if unknown. */
  age_category?: number | null
  /** Not a telephone number, or marked by hand as one that does not work. */
  mobile_invalid?: boolean | null
  /** Not a telephone number, or marked by hand as one that does not work. */
  phone_invalid?: boolean | null
  /** Whether the person has opted out of being contacted. */
  black_list?: boolean | null
  /** Postal address. */
  address?: SentContactAddress | null
}

export type BulkRemovedAnswer = {
  /** Identifier of a form. */
  form_id: number
  /** Only this value; all values if left out. */
  form_ref_id?: number
}

export type BulkTags = {
  /** Tags to add; new tags are created. */
  add?: string[]
  /** Tags to remove. */
  remove?: string[]
}

export type BundleHistoryEntry = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it was created. */
  created_at: string
  /** Identifier of the transaction bundle. */
  transaction_bundle_id: number
  /** The kind of item. A change of status is an entry of its own. */
  kind: 'transaction' | 'transaction_status' | 'donation' | 'membership' | 'reversal'
  /** Identifier of the item that changed. */
  target_id: number
  /** The item before the change; null if it was added. */
  old: {} | null
  /** The item after the change; null if it was removed. */
  new: {} | null
  /** Who did it. */
  user: PersonName
  /** The token and the request that made the change, and its reason. */
  source: BundleHistoryEntrySource
  /** Texts about a person were erased from this entry. Everything else is unchanged. */
  erased: boolean
  /** Covers this entry and, through its hash, the one before it. */
  hash: string
}

export type BundleHistoryEntrySource = {
  /** Identifier of the access token that was used; null if there was none. */
  token_id: number
  /** Identifier of the request that did it. */
  request_id: string
  /** The merge of contacts that caused the change, or whose undo did. */
  merge_id?: number
  /** The reason that was sent with the change. */
  reason?: string
}

export type ChangeList = {
  /** Always `success`. */
  status: 'success'
  /** The events. */
  data: Event[]
  /** Send it as `cursor` to continue from here. */
  next_cursor: string
  /** Whether more rows are available now. */
  more: boolean
}

export type CodeCampaign = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** The code of the campaign on payments. */
  code: string
  /** Name, on one line. */
  name: string
  /** Whether it is no longer offered. Records that refer to it keep it. */
  hidden: boolean
}

export type CodeCampaignCreate = {
  /** The fields to write. */
  data: {
    /** The code of the campaign on payments. */
    code: string
    /** Name, on one line. */
    name?: string
    /** Whether it is no longer offered. Records that refer to it keep it. */
    hidden?: boolean
  }
}

export type CodeCampaignList = {
  /** Always `success`. */
  status: 'success'
  /** The code campaigns. */
  data: CodeCampaign[]
  /** The number of records on all pages. */
  total: number
}

export type CodeCampaignRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Unique identifier. */
    id: number
  }
}

export type CodeCampaignResponse = {
  /** Always `success`. */
  status: 'success'
  /** The code campaign. */
  data: CodeCampaign
}

export type CodeCampaignUpdate = {
  /** The fields to write. */
  data: {
    /** The code of the campaign on payments. */
    code?: string
    /** Name, on one line. */
    name?: string
    /** Whether it is no longer offered. Records that refer to it keep it. */
    hidden?: boolean
  }
}

export type CompletedPrivacyRequest = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Identifier of a contact of the space. */
  contact_id: number
  /** Articles 15 and 20, 17, 18 and 16 of the General Data Protection Regulation. */
  kind: 'access' | 'erasure' | 'restriction' | 'rectification'
  /** The state of the request. */
  state: 'open' | 'done' | 'refused' | 'lifted'
  /** When the person asked. */
  received_at: string
  /** One month after receipt, unless extended. */
  due_at: string
  /** Whether the request is overdue. */
  overdue: boolean
  /** When it was answered; null while it is open. */
  answered_at: string | null
  /** Identifier of the user who created it. */
  created_by: number
  /** Identifier of the user who answered it; null while it is open. */
  answered_by: number | null
  /** Notes, on one or more lines. */
  notes: string
  /** After an erasure: where the same mail address is still in use. An erasure does not change users and invitations. */
  still_known_as: ('user' | 'invitation')[]
}

export type ConsentEntry = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** Identifier of a contact of the space. */
  contact_id: number
  /** Identifier of a form. */
  form_id: number
  /** What the form asks. */
  form_label: string
  /** Identifier of the value of the form that was chosen. */
  form_ref_id: number
  /** What was answered. */
  label: string
  /** What was answered, as text; empty where a value was chosen. */
  data: string
  /** When it happened; a date without a time means midnight UTC. */
  date: string | null
  /** The survey that the answer came with; null if there was none. */
  survey_id: number | null
  /** Whether the consent was given or withdrawn. */
  state: 'given' | 'withdrawn'
  /** Where the data came from. */
  source: string
  /** Who did it. */
  user: PersonName | null
  /** Identifier of the request that did it. */
  request: string
  /** The version of the text that was agreed to. */
  form_version: number
  /** The text of that version; empty if the label was the text. */
  form_text: string
}

export type ConsentSummary = {
  /** Identifier of a form. */
  form_id: number
  /** What the form asks. */
  label: string
  /** The channel that the label names; null if it names none, or several. */
  channel: 'mail' | 'phone' | 'text_message' | 'post' | null
  /** What the person answered. A withdrawn consent is a no. */
  state: 'yes' | 'no' | 'answered' | 'not_asked'
  /** The answer in its own words; empty if there is none. */
  answer: string
  /** When it was given or withdrawn; null if the person was not asked. */
  at: string | null
  /** Where the data came from. */
  source: string
}

export type Contact = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** When the contact last changed. */
  lastchange: string
  /** The space it belongs to. */
  group_id: number
  /** The id of the person in another system of yours. */
  external_id: string
  /** First name. */
  firstname: string
  /** Family name. */
  surname: string
  /** Name by marriage, where it is used beside the family name. */
  married_name: string
  /** `M`, `F` or `O`; empty if unknown. */
  gender: '' | 'M' | 'F' | 'O'
  /** Date of birth; null if unknown. */
  birthdate: string | null
  /** Age category; 0 if unknown. */
  age_category: number
  /** Town of birth. */
  birth_city: string
  /** A country code such as FR, or empty. */
  birth_country: string
  /** Department or district of birth. */
  birth_dept: string
  /** Nationality, as a country code or in words. */
  nationality: string
  /** E-mail address. */
  mail: string
  /** Mobile telephone number. */
  mobile: string
  /** Not a telephone number, or marked by hand as one that does not work. */
  mobile_invalid: boolean
  /** Telephone number. */
  phone: string
  /** Not a telephone number, or marked by hand as one that does not work. */
  phone_invalid: boolean
  /** Whether the person has opted out of being contacted. */
  black_list: boolean
  /** Id of this person in NationBuilder; null if there is none. */
  nationbuilderid: number | null
  /** The user who is this contact; null if unknown. */
  user_contact_id: number | null
  /** The user who changed the contact last. */
  lastchangeuserid: number | null
  /** The actions of this contact that the caller sees. */
  action_ids: number[]
  /** Membership number with its prefix; empty if the person was never a member. */
  membership_code: string
  /** Membership number; 0 if the person was never a member. */
  membership_number: number
  /** Whether the person asked that their data be stored and not used. */
  restricted: boolean
  /** Postal address. */
  address: ContactAddress | null
  /** Answers to the fields that the space has added. */
  custom_fields: CustomField[]
  /** Answers to consents, surveys and other forms. */
  formdatas: FormAnswer[]
  /** Tags of the contact. */
  tags: ContactTag[]
}

export type ContactAddress = {
  /** Unique identifier. */
  id: number
  /** House number. */
  house_number: string
  /** House number. */
  housenumber: string
  /** Street. */
  street: string
  /** Second line of the address. */
  addition: string
  /** Building. */
  building: string
  /** Kind of building. */
  building_type: string
  /** Floor. */
  floor: string
  /** Door. */
  door: string
  /** How to find the door. */
  infos: string
  /** Postal code. */
  postal_code: string
  /** Postal code. */
  postalcode: string
  /** Official code of the town. */
  citycode: string
  /** Town. */
  city: string
  /** County or department. */
  county: string
  /** State or region. */
  state: string
  /** Country. */
  country: string
  /** Polling station. */
  pollingstation: string
  /** Latitude in decimal degrees, or empty. */
  latitude: string
  /** Latitude in decimal degrees, or empty. */
  lattitude: string
  /** Longitude in decimal degrees, or empty. */
  longitude: string
  /** The confidence of the geocoder in the address; 0 if unknown. */
  score: number
  /** Latitude and longitude, separated by a comma; empty if unknown. */
  location: string
}

export type ContactAtTheDoor = {
  /** First name. */
  firstname?: string | null
  /** Family name. */
  surname?: string | null
  /** `M`, `F` or `O`; empty if unknown. */
  gender?: '' | 'M' | 'F' | 'O' | null
  /** Date of birth; null if unknown. */
  birthdate?: string | '' | null
  /** E-mail address. */
  mail?: string | null
  /** Mobile telephone number. */
  mobile?: string | null
  /** Telephone number. */
  phone?: string | null
}

export type ContactCreate = {
  /** The fields to write. */
  data: {
    /** The contact. */
    contact: SentContact
  }
}

export type ContactFile = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Identifier of a contact of the space. */
  contact_id: number
  /** Who did it. */
  user: PersonName
  /** Its name with its extension, without folders. */
  name: string
  /** Its size in bytes. */
  bytes: number
  /** The SHA-256 hash of its contents, in hexadecimal digits. */
  sha256: string
  /** Whether the caller uploaded it. */
  own: boolean
}

export type ContactFindByKey = {
  /** The fields to write. */
  data: {
    /** Ids of people in another system. */
    external_ids?: string[]
    /** E-mail addresses. */
    mails?: string[]
  }
}

export type ContactFindByKeyResponse = {
  /** Always `success`. */
  status: 'success'
  /** The known contacts. */
  data: KnownContact[]
}

export type ContactHit = {
  /** Unique identifier. */
  id: number
  /** The name to show. */
  label: string
  /** Details to distinguish results with the same name. */
  detail: string
  /** Whether the person has opted out of being contacted. */
  black_list: boolean
  /** Whether the person asked to restrict the use of their data. */
  restricted: boolean
}

export type ContactList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `contacts`. */
  data: {
    /** The contacts. */
    contacts: Contact[]
  }
  /** The number of records on all pages. */
  total: number
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type ContactListConsentsResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `consents`. */
  data: {
    /** Consents that were given or withdrawn. */
    consents: ConsentEntry[]
  }
}

export type ContactListDeletedResponse = {
  /** Always `success`. */
  status: 'success'
  /** The deleted contacts. */
  data: DeletedContact[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type ContactMergePatch = {
  /** The fields to write. */
  data: {
    /** The contact. */
    contact: PatchedContact
  }
}

export type ContactReadSummaryResponse = {
  /** Always `success`. */
  status: 'success'
  /** The summary of contact. */
  data: SummaryOfContact
}

export type ContactReadTimelineResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `timeline`, `counts` and `next_cursor`. */
  data: {
    /** What happened with the contact, newest first. */
    timeline: TimelineEntry[]
    /** The number of entries about each topic; memberships and donations count with the transaction that paid them. Null except on the first page. */
    counts: TimelineCounts | null
    /** Send it as `cursor` for the next page. */
    next_cursor: string | null
  }
}

export type ContactRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of a contact of the space. */
    contact_id: number
  }
}

export type ContactReplace = {
  /** The fields to write. */
  data: {
    /** The contact. */
    contact: ReplacedContact
  }
}

export type ContactResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `contact`. */
  data: {
    /** The contact. */
    contact: Contact
  }
}

export type ContactSelection = {
  /** The contacts; either these or `query`. */
  ids?: number[]
  /** All contacts that match, as in `POST /search` or the `query` of a saved filter. Null: all contacts. */
  query?: unknown
}

export type ContactSummary = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** First name. */
  firstname: string
  /** Family name. */
  surname: string
  /** E-mail address. */
  mail: string
  /** Mobile telephone number. */
  mobile: string
  /** Telephone number. */
  phone: string
  /** Date of birth; null if unknown. */
  birthdate: string | null
  /** Street. */
  street: string
  /** Town. */
  city: string
  /** Membership number; 0 if the person was never a member. */
  membership_number: number
  /** Whether the contact has opted out of being contacted. */
  black_list: boolean
}

export type ContactTag = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
}

export type ContributionCap = {
  /** The rule that sets the cap. */
  rule: 'yearly_cap' | 'campaign_cap'
  /** In minor units, such as cents. */
  limit: number
  /** The year of a yearly cap, else null. */
  year: number | null
  /** The campaign of a cap per campaign, else null. Empty: payments without a code. */
  code_campaign: string | null
  /** What the person has paid towards it, in minor units. */
  counted: number
  /** What is left, in minor units. */
  left: number
}

export type ContributionCheck = {
  /** Whether Muster would record the payment. */
  allowed: boolean
  /** The largest amount that the caps still allow this person, in minor units; null without a cap. */
  left: number | null
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** The caps that the payment counts towards. */
  caps: ContributionCap[]
  /** Why it would be refused; empty if it is allowed. */
  reasons: ContributionRefusal[]
  /** What the rules depend on and Muster does not know. It refuses nothing; check it yourself. */
  unknown: UnknownFact[]
  /** What the answer does not cover. */
  note: string
}

export type ContributionRefusal = {
  /** The rule that refuses the payment. */
  rule: 'yearly_cap' | 'campaign_cap' | 'cash_limit' | 'countries' | 'legal_persons'
  /** The limit of the rule; null if it is no amount. */
  limit: number | null
  /** The largest amount that the rule allows; null if it is no amount. */
  left: number | null
  /** The year of a yearly cap, else null. */
  year: number | null
  /** The campaign of its cap, else null. */
  code_campaign: string | null
  /** What it means and what to do, in a sentence. */
  message: string
}

export type ContributionRuleCheckResponse = {
  /** Always `success`. */
  status: 'success'
  /** The contribution check. */
  data: ContributionCheck
}

export type ContributionRuleResponse = {
  /** Always `success`. */
  status: 'success'
  /** The contribution rules. */
  data: ContributionRules
}

export type ContributionRuleUpdate = {
  /** The fields to write. */
  data: {
    /** The preset whose limits these are; `custom` if they are those of none. Sent, it sets the limits; fields next to it then change them. */
    preset?: 'none' | 'fr_party' | 'fr_campaign' | 'custom'
    /** An ISO 4217 code, such as EUR. */
    currency?: Currency
    /** The most that a person may pay in a calendar year, gifts and dues together; null for no cap. */
    yearly_cap?: number | null
    /** The most that a person may pay for one campaign code, over all years; null for no cap. Payments without a code are one campaign. */
    campaign_cap?: number | null
    /** Caps of single campaigns by code, in any case, in place of `campaign_cap`. */
    campaign_caps?: Record<string, number>
    /** The most that a person may pay in cash in one bundle; null for no limit. */
    cash_limit?: number | null
    /** The payment methods that are cash. */
    cash_kinds?: string[]
    /** Country codes: only nationals and residents of these countries may pay. Empty: anyone. */
    countries?: string[]
    /** Whether legal persons may pay. */
    legal_persons?: boolean
    /** Whether the own dues of elected members are left out of the caps. */
    exempt_elected_dues?: boolean
    /** The tag of contacts that are legal persons; null if no tag says so. */
    legal_person_tag?: string | null
    /** The tag of contacts who hold an elected office; null if no tag says so. */
    elected_tag?: string | null
    /** The tag of contacts to which no rule applies, such as other parties. */
    exempt_tag?: string | null
  }
}

export type ContributionRules = {
  /** The preset whose limits these are; `custom` if they are those of none. Sent, it sets the limits; fields next to it then change them. */
  preset: 'none' | 'fr_party' | 'fr_campaign' | 'custom'
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** The most that a person may pay in a calendar year, gifts and dues together; null for no cap. */
  yearly_cap: number | null
  /** The most that a person may pay for one campaign code, over all years; null for no cap. Payments without a code are one campaign. */
  campaign_cap: number | null
  /** Caps of single campaigns by code, in any case, in place of `campaign_cap`. */
  campaign_caps: Record<string, number>
  /** The most that a person may pay in cash in one bundle; null for no limit. */
  cash_limit: number | null
  /** The payment methods that are cash. */
  cash_kinds: string[]
  /** Country codes: only nationals and residents of these countries may pay. Empty: anyone. */
  countries: string[]
  /** Whether legal persons may pay. */
  legal_persons: boolean
  /** Whether the own dues of elected members are left out of the caps. */
  exempt_elected_dues: boolean
  /** The tag of contacts that are legal persons; null if no tag says so. */
  legal_person_tag: string | null
  /** The tag of contacts who hold an elected office; null if no tag says so. */
  elected_tag: string | null
  /** The tag of contacts to which no rule applies, such as other parties. */
  exempt_tag: string | null
}

export type Conversation = {
  /** When it happened. */
  at: string
  /** Who did it. */
  user: PersonName | null
  /** The action. */
  action: ConversationAction
  /** What came of it, such as talked. */
  result: string
  /** What was noted about it. */
  comment: string
}

export type ConversationAction = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
}

export type CorrectedCells = {
  /** The corrected cells, with what is still wrong. */
  cells: ImportCell[]
  /** How many cells of the import are still wrong. */
  cells_left: number
  /** How many of them the import would leave out. */
  cells_left_out: number
}

export type CountedSearch = {
  /** Two levels: `$all` or `$at_least_one` over nodes of the same two words, and these over `{"$condition": {attr, ope, value}}`, with `from` and `to` for a range. In place of a condition there may be a group: `{"any": [ … ]}`, `{"all": [ … ]}` or `{"not": … }`, over conditions and groups, up to four inside each other. Left out, or with an empty `$all`: everyone. */
  query?: unknown
}

export type CreatedSecret = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** The last characters of the secret. */
  hint: string
  /** Only in the first response. Null when the request is repeated, because the secret is not stored. */
  secret: string | null
}

export type CsvFile = string

export type Currency = string

export type CurrencySum = {
  /** In capitals. Sums never mix currencies. */
  currency: string
  /** The sum in minor units, such as cents. */
  amount: number
  /** The number of transactions in the sum. */
  transactions: number
}

export type CustomField = {
  /** Unique identifier. */
  id: number
  /** Identifier of a contact of the space. */
  contact_id: number
  /** The space it belongs to. */
  group_id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** What was answered, as text; empty where a value was chosen. */
  data: string
  /** Identifier of a form. */
  form_id: number
  /** Identifier of the value of the form that was chosen. */
  form_ref_id: number
}

export type DeclaredVisitDeclare = {
  /** The fields to write. */
  data: {
    /** The number of visits. */
    count: number
    /** When it happened; a date without a time means midnight UTC. */
    date?: string
    /** A note, on one or more lines. */
    comment?: string
    /** Chosen by the client, unique in the action. A visit that is sent twice with the same key counts once. */
    key?: string
  }
}

export type DeclaredVisitDeclareResponse = {
  /** Always `success`. */
  status: 'success'
  /** The declared visits. */
  data: DeclaredVisits
}

export type DeclaredVisitList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `declared_visits` and `next_cursor`. */
  data: {
    /** The declared totals. */
    declared_visits: DeclaredVisits[]
    /** Send it as `cursor` for the next page. */
    next_cursor: string | null
  }
}

export type DeclaredVisitWithdrawResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the declared total. */
    declared_id: number
  }
}

export type DeclaredVisits = {
  /** Unique identifier. */
  id: number
  /** Identifier of an action; null if there is none. */
  action_id: number
  /** The space it belongs to. */
  group_id: number
  /** The key that the client sent, or null. */
  key: string | null
  /** When it was created. */
  CreatedAt: string
  /** When it was withdrawn; null if it was not. */
  withdrawn_at: string | null
  /** Identifier of the user who recorded it. */
  recorded_by: number
  /** Who did it. */
  user: PersonName
  /** When it happened; a date without a time means midnight UTC. */
  date: string
  /** The number of visits. */
  count: number
  /** A note, on one or more lines. */
  comment: string
}

export type DeletedContact = {
  /** Unique identifier. */
  id: number
  /** When it was deleted; null if it was not. */
  deleted_at: string
  /** First name. */
  firstname: string
  /** Family name. */
  surname: string
  /** E-mail address. */
  mail: string
  /** Town. */
  city: string
  /** Has opted out of being contacted. */
  black_list: boolean
  /** Who deleted it. */
  user: PersonName | null
}

export type Donation = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** The space it belongs to. */
  group_id: number
  /** Identifier of the transaction bundle. */
  transaction_bundle_id: number
  /** Identifier of a contact of the space. */
  contact_id: number
  /** When it happened; a date without a time means midnight UTC. */
  date: string
  /** In minor units, such as cents. */
  amount: number
  /** In minor units, such as cents. */
  initial_amount: number
  /** The same as initial_amount, under the name that newer clients use. */
  amount_initial: number
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** Identifier of the donation price; null if there is none. */
  donation_price_id: number | null
  /** The purpose of the donation. */
  affectation: string
  /** A note, on one or more lines. */
  comment: string
  /** The contact. */
  contact: Payer
}

export type DonationChange = {
  /** Identifier of a contact of the space. */
  contact_id?: number
  /** When it happened; a date without a time means midnight UTC. */
  date?: string
  /** In minor units, such as cents. */
  amount?: number
  /** In minor units, such as cents. */
  initial_amount?: number
  /** The same as initial_amount, under the name that newer clients use. */
  amount_initial?: number
  /** An ISO 4217 code, such as EUR. */
  currency?: Currency
  /** Identifier of the donation price; null if there is none. */
  donation_price_id?: number | null
  /** The purpose of the donation. */
  affectation?: string
  /** A note, on one or more lines. */
  comment?: string
  /** Unique identifier. */
  id?: number
}

export type DonationPrice = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** Name, on one line. */
  name: string
  /** In minor units, such as cents. */
  amount: number
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** Whether people may pay another amount. */
  allow_custom_amount: boolean
  /** Whether it is no longer offered. Records that refer to it keep it. */
  hidden: boolean
  /** Any word. Built in: one_off and recurring. */
  kind: string
}

export type DonationPriceCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** In minor units, such as cents. */
    amount: number
    /** An ISO 4217 code, such as EUR. */
    currency?: Currency
    /** Whether people may pay another amount. */
    allow_custom_amount?: boolean
    /** Whether it is no longer offered. Records that refer to it keep it. */
    hidden?: boolean
    /** Any word. Built in: one_off and recurring. */
    kind?: string
  }
}

export type DonationPriceList = {
  /** Always `success`. */
  status: 'success'
  /** The donation prices. */
  data: DonationPrice[]
  /** The number of records on all pages. */
  total: number
}

export type DonationPriceRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Unique identifier. */
    id: number
  }
}

export type DonationPriceResponse = {
  /** Always `success`. */
  status: 'success'
  /** The donation price. */
  data: DonationPrice
}

export type DonationPriceUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** In minor units, such as cents. */
    amount?: number
    /** An ISO 4217 code, such as EUR. */
    currency?: Currency
    /** Whether people may pay another amount. */
    allow_custom_amount?: boolean
    /** Whether it is no longer offered. Records that refer to it keep it. */
    hidden?: boolean
    /** Any word. Built in: one_off and recurring. */
    kind?: string
  }
}

export type DuplicateCandidate = {
  /** The contact. */
  contact: ContactSummary
  /** Why the contacts may be the same person. */
  reasons: ('birthdate' | 'mail' | 'mobile' | 'address' | 'phone')[]
  /** `strong` only if both have the same first name and surname and nothing known about them differs. */
  strength: 'strong' | 'likely' | 'possible'
  /** What speaks against one person: values that both have and that differ. */
  differences: DuplicateDifference[]
}

export type DuplicateDifference = 'surname' | 'firstname' | 'gender' | 'birthdate'

export type DuplicateFindSimilar = {
  /** The fields to write. */
  data: {
    /** First name. */
    firstname?: string
    /** Family name. */
    surname?: string
    /** E-mail address. */
    mail?: string
    /** Mobile telephone number. */
    mobile?: string
    /** Telephone number. */
    phone?: string
    /** `M`, `F` or `O`; empty if unknown. */
    gender?: '' | 'M' | 'F' | 'O'
    /** Date of birth; null if unknown. */
    birthdate?: string | ''
  }
}

export type DuplicateFindSimilarResponse = {
  /** Always `success`. */
  status: 'success'
  /** The similar contacts. */
  data: SimilarContact[]
}

export type DuplicateGroup = {
  /** `birthdate` and `address` require the same name as well. */
  reason: 'birthdate' | 'mail' | 'mobile' | 'address' | 'phone'
  /** `strong` only if both have the same first name and surname and nothing known about them differs. */
  strength: 'strong' | 'likely' | 'possible'
  /** What speaks against one person: values that both have and that differ. */
  differences: DuplicateDifference[]
  /** The size of the group; at most 20 contacts of it are listed. */
  count: number
  /** The contacts. */
  contacts: ContactSummary[]
  /** Pairs of contacts in the group that are recorded as different people. */
  not_duplicates: number[][]
}

export type DuplicateList = {
  /** Always `success`. */
  status: 'success'
  /** The duplicate groups. */
  data: DuplicateGroup[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type DuplicateListOfContactResponse = {
  /** Always `success`. */
  status: 'success'
  /** The duplicate candidates. */
  data: DuplicateCandidate[]
}

export type DuplicateMarkNotDuplicates = {
  /** The fields to write. */
  data: {
    /** Identifiers of contacts of the space. */
    contact_ids: number[]
  }
}

export type DuplicateMarkNotDuplicatesResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `pairs`. */
  data: {
    /** How many pairs were marked as different people. */
    pairs: number
  }
}

export type DuplicateUnmarkNotDuplicatesResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
  }
}

export type Event = {
  /** Unique identifier, the same in every attempt. */
  id: string
  /** What happened. */
  type: EventType
  /** When it happened. */
  timestamp: string
  /** The record, and who changed it. */
  data: {
    /** The space of the event. */
    group_id: number
    /** The kind of record, such as contact. */
    resource: string
    /** The id of the record; for settings, that of the space. */
    id: number
    /** For contacts: the version after this change. It only increases. */
    version: number | null
    /** The user who made the change; an integration has its own user. */
    user_id: number
    /** The request that made the change; empty if there was none. */
    request_id: string
  }
}

export type EventType = 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.restored' | 'contact.merged' | 'contact.unmerged' | 'contact.erased' | 'note.created' | 'note.updated' | 'note.deleted' | 'file.created' | 'file.updated' | 'file.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'relationship.created' | 'relationship.deleted' | 'household.created' | 'household.updated' | 'household.deleted' | 'form.created' | 'form.updated' | 'form.deleted' | 'privacy_request.created' | 'privacy_request.updated' | 'user.joined' | 'user.updated' | 'user.suspended' | 'user.restored' | 'user.left' | 'invitation.created' | 'invitation.accepted' | 'invitation.deleted' | 'team.created' | 'team.updated' | 'team.deleted' | 'role.created' | 'role.updated' | 'role.deleted' | 'space.updated' | 'transaction_bundle.created' | 'transaction_bundle.updated' | 'transaction_bundle.deleted' | 'transaction_batch.created' | 'transaction_batch.updated' | 'bank_account.created' | 'bank_account.updated' | 'bank_account.deleted' | 'bank_statement.created' | 'bank_statement.deleted' | 'bank_line.updated' | 'bank_rule.created' | 'bank_rule.updated' | 'bank_rule.deleted' | 'membership_price_group.created' | 'membership_price_group.updated' | 'membership_price_group.deleted' | 'membership_price.created' | 'membership_price.updated' | 'membership_price.deleted' | 'donation_price.created' | 'donation_price.updated' | 'donation_price.deleted' | 'code_campaign.created' | 'code_campaign.updated' | 'code_campaign.deleted' | 'transaction_status.created' | 'transaction_status.updated' | 'transaction_status.deleted' | 'transaction_settings.updated' | 'payment_checks.updated' | 'payment_warning.settled' | 'action.created' | 'action.updated' | 'action.deleted' | 'action.restored' | 'visit.created' | 'visit.updated' | 'visit.deleted' | 'declared_visit.created' | 'declared_visit.deleted' | 'webhook.tested'

export type ExportDownload = {
  /** The fields to write. */
  data: {
    /** What the export is for. The audit log keeps it with the user and the number of contacts. */
    reason: string
    /** Which contacts, as in `POST /search`; left out: all. */
    query?: unknown
    /** Only these contacts. */
    ids?: number[]
    /** The columns to export, in this order. */
    columns?: ('contact_id' | 'external_id' | 'firstname' | 'surname' | 'married_name' | 'gender' | 'birthdate' | 'age_category' | 'birth_city' | 'birth_country' | 'nationality' | 'mail' | 'mobile' | 'phone' | 'black_list' | 'membership_code' | 'house_number' | 'street' | 'addition' | 'building' | 'floor' | 'door' | 'infos' | 'postal_code' | 'city_code' | 'city' | 'county' | 'state' | 'country' | 'polling_station' | 'latitude' | 'longitude' | 'created_at' | 'updated_at' | 'tags')[]
    /** Forms whose answers follow in columns of their own, named as the form; several answers are joined by |. */
    forms?: number[]
    /** Whether to export people who opted out (`black_list`). Without it the header `x-do-not-contact-left-out` says how many were left out. */
    include_do_not_contact?: boolean
    /** The character between two columns of the file. */
    separator?: ',' | ';' | 'tab'
    /** Whether the file begins with a byte order mark, which helps spreadsheets to recognise UTF-8. */
    bom?: boolean
  }
}

export type FecFile = string

export type FecNoticeFile = string

export type FieldType = 'text' | 'numeric' | 'date' | 'radio' | 'select' | 'checkbox'

export type FileList = {
  /** Always `success`. */
  status: 'success'
  /** The contact files. */
  data: ContactFile[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type FileReadUsageResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `bytes`, `bytes_max`, `file_bytes_max` and `extensions`. */
  data: {
    /** The size of all files of the space, in bytes. */
    bytes: number
    /** The largest size that they may have together, in bytes. */
    bytes_max: number
    /** The size of the largest file, in bytes. */
    file_bytes_max: number
    /** The extensions of the files that are accepted. */
    extensions: string[]
  }
}

export type FileRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of a file. */
    file_id: number
  }
}

export type FileResponse = {
  /** Always `success`. */
  status: 'success'
  /** The contact file. */
  data: ContactFile
}

export type FileUpdate = {
  /** The fields to write. */
  data: {
    /** Its name with its extension, without folders. */
    name?: string
  }
}

export type FindResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `contacts`, `users`, `teams`, `actions` and `payments`. */
  data: {
    /** The contacts. */
    contacts: ContactHit[]
    /** The users. */
    users: Hit[]
    /** The teams. */
    teams: Hit[]
    /** The actions. */
    actions: Hit[]
    /** The payments. */
    payments: PaymentHit[]
  }
}

export type Form = {
  /** Unique identifier. */
  id: number
  /** The space it belongs to. */
  group_id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** What the form asks, or what can be answered. */
  label: string
  /** How a form is answered. */
  type: FieldType
  /** What a form is about. */
  kind: FormKind
  /** Takes no new answers; existing answers stay. */
  archived: boolean
  /** The values that can be chosen, in their order. */
  refvalues: RefValue[]
  /** The place among the forms of its kind; forms with the same place are in order of creation. */
  position: number
  /** An explanation below the question. */
  help: string
  /** What people agree to; empty if the label says it. Only for consents. */
  text: string
  /** The version of the text of a consent; 1 for other forms. */
  version: number
  /** Whether apps for visits ask for an answer before they record a conversation. */
  required_at_door: boolean
  /** The answer to another form on which this one depends; null: it is always asked. */
  condition: FormCondition | null
  /** Who sees the form and its answers, beside users with `forms:write`: users with one of the roles and members of one of the teams. Null: everyone. To see answers takes `contacts:sensitive` too. */
  visible_to: FormVisibility | null
}

export type FormAnswer = {
  /** Unique identifier. */
  id: number
  /** Identifier of a contact of the space. */
  contact_id: number
  /** The space it belongs to. */
  group_id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** What was answered, as text; empty where a value was chosen. */
  data: string
  /** Identifier of a form. */
  form_id: number
  /** Identifier of the value of the form that was chosen. */
  form_ref_id: number
  /** When it happened; a date without a time means midnight UTC. */
  date: string | null
  /** The survey that the answer came with; null if there was none. */
  survey_id: number | null
  /** The source of the answer. */
  source: string
  /** The version of a consent’s text that was agreed to; 1 for other forms. */
  form_version: number
}

export type FormArchiveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of a form. */
    form_id: number
  }
}

export type FormChange = {
  /** What the form asks, or what can be answered. */
  label?: string
  /** How a form is answered. */
  type?: FieldType
  /** What a form is about. */
  kind?: FormKind
  /** Whether it is archived. Records that refer to it keep it. */
  archived?: boolean
  /** The complete list: values left out are archived. */
  refvalues?: RefValueChange[]
  /** An explanation below the question. */
  help?: string
  /** What people agree to; empty if the label says it. Only for consents. */
  text?: string
  /** Whether apps for visits ask for an answer before they record a conversation. */
  required_at_door?: boolean
  /** The answer to another form on which this one depends; null: it is always asked. */
  condition?: FormCondition | null
  /** Who sees the form and its answers, beside users with `forms:write`: users with one of the roles and members of one of the teams. Null: everyone. To see answers takes `contacts:sensitive` too. */
  visible_to?: FormVisibility | null
}

export type FormCondition = {
  /** Identifier of a form. */
  form_id: number
  /** Values of which one must be chosen; empty: any answer. */
  form_ref_ids: number[]
}

export type FormCreate = {
  /** The fields to write. */
  data: {
    /** The form. */
    form: NewForm
  }
}

export type FormKind = 'consent' | 'survey' | 'level_of_support' | 'custom_fields' | 'presence_status' | 'tasks'

export type FormList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `forms`. */
  data: {
    /** The forms. */
    forms: Form[]
  }
}

export type FormOrder = {
  /** The fields to write. */
  data: {
    /** Forms of this kind in their order. Forms left out come after them, in the order they have. */
    form_ids: number[]
  }
}

export type FormResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `form`. */
  data: {
    /** The form. */
    form: Form
  }
}

export type FormUpdate = {
  /** The fields to write. */
  data: {
    /** The form. */
    form: FormChange
  }
}

export type FormVersion = {
  /** The number of the version, from 1. */
  version: number
  /** When it was created. */
  created_at: string
  /** Who wrote it; null if unknown. */
  user: PersonName | null
  /** What the form asks, or what can be answered. */
  label: string
  /** What people agreed to; empty if the label said it. */
  text: string
  /** How many answers contacts gave to this version and still have; null without `contacts:sensitive`. */
  answers: number | null
}

export type FormVersionsResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `versions`. */
  data: {
    /** The versions of the form, the latest first. */
    versions: FormVersion[]
  }
}

export type FormVisibility = {
  /** Roles whose users see the form. */
  role_ids: number[]
  /** Teams whose members see the form. */
  team_ids: number[]
}

export type GivenLastYear = {
  /** Received payments, less what was refunded or returned. */
  amount: number
  /** The number of received payments. */
  payments: number
}

export type GivenSummary = {
  /** In capitals. Sums never mix currencies. */
  currency: string
  /** Since the first of January. */
  this_year: GivenThisYear
  /** In the year before, up to the same day. */
  last_year_to_date: GivenLastYear
  /** All payments together. */
  total: GivenTotal
  /** The last ten years with payments, the latest first. */
  years: GivenYear[]
}

export type GivenThisYear = {
  /** Received payments, less what was refunded or returned. */
  amount: number
  /** The number of received payments. */
  payments: number
}

export type GivenTotal = {
  /** Received payments, less what was refunded or returned. */
  amount: number
  /** The number of received payments. */
  payments: number
  /** When the first payment was received; null if there is none. */
  since: string | null
}

export type GivenYear = {
  /** The year. */
  year: number
  /** Amount in minor units, such as cents. */
  amount: number
}

export type Grant = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** When it stops working. */
  expires_at: string
  /** The OAuth client id of the application. */
  client_id: string
  /** The name of the application. */
  name: string
  /** The scopes that were granted. */
  scopes: string[]
  /** Whether the token in use belongs to this grant. */
  current: boolean
}

export type GrantEndResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the grant. */
    grant_id: number
  }
}

export type GrantList = {
  /** Always `success`. */
  status: 'success'
  /** The grants. */
  data: Grant[]
  /** The number of records on all pages. */
  total: number
}

export type Hit = {
  /** Unique identifier. */
  id: number
  /** The name to show. */
  label: string
  /** Details to distinguish results with the same name. */
  detail: string
}

export type Household = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Identifier of the user who created it. */
  created_by: number
  /** Name, on one line. Empty if it named a person who was erased. */
  name: string
  /** House number. */
  house_number: string
  /** Street. */
  street: string
  /** Second line of the address. */
  addition: string
  /** Postal code. */
  postal_code: string
  /** Town. */
  city: string
  /** Country. */
  country: string
  /** Its members that the caller sees. */
  contact_ids: number[]
  /** The same members, with their names. */
  members: PersonName[]
}

export type HouseholdCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** House number. */
    house_number?: string
    /** Street. */
    street?: string
    /** Second line of the address. */
    addition?: string
    /** Postal code. */
    postal_code?: string
    /** Town. */
    city?: string
    /** Country. */
    country?: string
    /** Its members. A contact is in at most one household. */
    contact_ids?: number[]
  }
}

export type HouseholdList = {
  /** Always `success`. */
  status: 'success'
  /** The households. */
  data: Household[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type HouseholdReadOfContactResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change. */
  data: Household | null
}

export type HouseholdRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the household. */
    household_id: number
  }
}

export type HouseholdResponse = {
  /** Always `success`. */
  status: 'success'
  /** The household. */
  data: Household
}

export type HouseholdUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** House number. */
    house_number?: string
    /** Street. */
    street?: string
    /** Second line of the address. */
    addition?: string
    /** Postal code. */
    postal_code?: string
    /** Town. */
    city?: string
    /** Country. */
    country?: string
    /** Its members. A contact is in at most one household. */
    contact_ids?: number[]
  }
}

export type HtmlPage = string

export type IdentityProvider = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Name, on one line. */
  name: string
  /** The issuer of the provider, such as https://login.example.org/realms/main: an https URL, below which /.well-known/openid-configuration is published. */
  issuer: string
  /** The client ID at the provider. */
  client_id: string
  /** The domain of the mail addresses that the provider signs in, such as example.org. Subdomains do not count. */
  domain: string
  /** When the domain was proved. Null: not yet, or the record has disappeared; nobody can sign in then. */
  verified_at: string | null
  /** The text of the TXT record that proves the domain. */
  dns_record: string
  /** The redirect URI to register at the provider. */
  redirect_uri: string
  /** Whether people can sign in through the provider. */
  enabled: boolean
  /** Whether the provider must send `email_verified`. Set false only for a provider that never sends it and lets nobody choose their address, such as one tenant of Entra ID. An address that it calls unverified is always refused. */
  email_verified_required: boolean
  /** The role of people who sign in without an invitation. Null: only invited people can join the space. */
  role_id: number | null
  /** The number of people who have signed in through the provider. */
  connected: number
}

export type IdentityProviderCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** The issuer of the provider, such as https://login.example.org/realms/main: an https URL, below which /.well-known/openid-configuration is published. */
    issuer: string
    /** The client ID at the provider. */
    client_id: string
    /** The client secret at the provider. It is stored encrypted and never returned. */
    client_secret: string
    /** The domain of the mail addresses that the provider signs in, such as example.org. Subdomains do not count. */
    domain: string
    /** Whether the provider must send `email_verified`. Set false only for a provider that never sends it and lets nobody choose their address, such as one tenant of Entra ID. An address that it calls unverified is always refused. */
    email_verified_required?: boolean
    /** The role of people who sign in without an invitation. Null: only invited people can join the space. */
    role_id?: number | null
  }
}

export type IdentityProviderList = {
  /** Always `success`. */
  status: 'success'
  /** The identity providers. */
  data: IdentityProvider[]
  /** The number of records on all pages. */
  total: number
}

export type IdentityProviderRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the identity provider. */
    identity_provider_id: number
  }
}

export type IdentityProviderResponse = {
  /** Always `success`. */
  status: 'success'
  /** The identity provider. */
  data: IdentityProvider
}

export type IdentityProviderUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** The client secret at the provider. It is stored encrypted and never returned. */
    client_secret?: string
    /** Whether people can sign in through the provider. */
    enabled?: boolean
    /** Whether the provider must send `email_verified`. Set false only for a provider that never sends it and lets nobody choose their address, such as one tenant of Entra ID. An address that it calls unverified is always refused. */
    email_verified_required?: boolean
    /** The role of people who sign in without an invitation. Null: only invited people can join the space. */
    role_id?: number | null
  }
}

export type Import = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Who did it. */
  user: PersonName
  /** Name, on one line. */
  name: string
  /** Size of the file in bytes. */
  bytes: number
  /** The progress of the import. */
  state: 'ready' | 'checking' | 'checked' | 'running' | 'done' | 'stopped' | 'undoing' | 'undone'
  /** When the file and what undoing needs were deleted. */
  forgotten_at: string | null
  /** The job of the dry run; null if there was none. */
  check_job_id: number | null
  /** The job of the run; null if there was none. */
  run_job_id: number | null
  /** The job of the undo; null if there was none. */
  undo_job_id: number | null
  /** What the dry run found; null if there was none. */
  check: ImportOutcome | null
  /** What the run did; null if there was none. */
  run: ImportOutcome | null
  /** What the undo did; null if there was none. */
  undo: UndoOutcome | null
  /** The character encoding of the file. */
  encoding: 'utf-8' | 'windows-1252'
  /** The character between two columns of the file. */
  separator: ',' | ';' | 'tab'
  /** How a row is matched with a contact. `nothing`: every row creates a contact. */
  match: 'id' | 'external_id' | 'mail' | 'name_and_birthdate' | 'nothing'
  /** Whether rows create contacts, update them, or both. */
  mode: 'create_and_update' | 'create' | 'update'
  /** Whether an empty cell leaves a field as it is, or empties it. Tags and answers are never emptied. */
  empty_cells: 'leave' | 'clear'
  /** How 03/04/1980 is read. */
  date_order: 'day_first' | 'month_first'
  /** Tags for all contacts of the file. */
  tags: string[]
  /** Whether a number in the column of the street is stored as the house number. Only in files without a column for the number. */
  split_street: boolean
  /** The columns of the file. */
  columns: ImportColumn[]
}

export type ImportCell = {
  /** Its number in the file; the header is 1. */
  row: number
  /** The index of the column; the first is 0. */
  column: number
  /** The name of the column in the first row. */
  header: string
  /** The name in the row, else its mail address or telephone number. */
  person: string
  /** The cell with its correction. */
  value: string
  /** The cell in the file, up to 500 characters. */
  file_value: string
  /** Whether the cell has a correction. */
  corrected: boolean
  /** What is wrong, in a sentence; null after a valid correction. */
  reason: string | null
  /** Stable code of the reason. */
  code: 'unclosed_quote' | 'too_many_cells' | 'several_matches' | 'erased' | 'restricted' | 'unknown_id' | 'no_match_key' | 'no_match' | 'empty_row' | 'no_identity' | 'answer_not_allowed' | 'text_too_long' | 'tag_too_long' | 'invalid_character' | 'not_an_id' | 'not_a_gender' | 'not_yes_or_no' | 'not_a_date' | 'month_not_first' | 'future_date' | 'not_a_whole_number' | 'not_a_number' | 'not_a_mail' | 'not_a_phone' | 'unknown_country' | 'archived_form' | 'form_without_value' | 'not_an_answer' | 'other' | null
  /** The values that the sentence shows, such as the column. */
  params: Record<string, string | number>
  /** What the import does unless the cell is corrected: leave the cell out (`left_out`), import and mark it (`kept`), or refuse the row (`row_refused`). */
  effect: 'left_out' | 'kept' | 'row_refused' | null
}

export type ImportColumn = {
  /** Position of the column; the first is 0. */
  index: number
  /** The field of the contact; null if the column is not used. */
  field: 'id' | 'external_id' | 'firstname' | 'surname' | 'married_name' | 'gender' | 'birthdate' | 'age_category' | 'birth_city' | 'birth_country' | 'nationality' | 'mail' | 'mobile' | 'phone' | 'black_list' | 'house_number' | 'street' | 'addition' | 'building' | 'floor' | 'door' | 'infos' | 'postal_code' | 'city_code' | 'city' | 'county' | 'state' | 'country' | 'polling_station' | 'latitude' | 'longitude' | 'organisation' | 'deceased' | 'tags' | 'form' | null
  /** The name of the column in the first row. */
  header: string
  /** Identifier of a form. */
  form_id: number | null
  /** What certain values mean, as in {"H": "M"}; upper case and accents do not matter. */
  values: Record<string, string>
  /** The separator of several tags or choices in a cell; if empty: , ; or |. */
  value_separator: string
  /** The first values in the file. */
  samples: string[]
  /** How the field was recognised. Null if the column was set by a user, or not recognised. */
  recognised_by: 'header' | 'values' | null
}

export type ImportCorrectCells = {
  /** The fields to write. */
  data: {
    /** The cells and their corrections. */
    cells: ImportCorrectCellsCell[]
  }
}

export type ImportCorrectCellsCell = {
  /** The number of the row; the header is 1. */
  row: number
  /** The index of the column; the first is 0. */
  column: number
  /** What the cell should be. An empty text leaves it empty. */
  value: string
}

export type ImportCorrectCellsResponse = {
  /** Always `success`. */
  status: 'success'
  /** The corrected cells. */
  data: CorrectedCells
}

export type ImportList = {
  /** Always `success`. */
  status: 'success'
  /** The import summaries. */
  data: ImportSummary[]
  /** The number of records on all pages. */
  total: number
}

export type ImportListCellsResponse = {
  /** Always `success`. */
  status: 'success'
  /** The import cells. */
  data: ImportCell[]
  /** The number of records on all pages. */
  total: number
}

export type ImportListKeptResponse = {
  /** Always `success`. */
  status: 'success'
  /** The kept contacts. */
  data: KeptContact[]
  /** The number of records on all pages. */
  total: number
}

export type ImportOutcome = {
  /** How many rows the file has. */
  rows: number
  /** How many contacts were created. */
  created: number
  /** How many contacts were updated. */
  updated: number
  /** How many rows changed nothing. */
  unchanged: number
  /** Rows about a person that an earlier row created or changed. */
  repeated: number
  /** Rows that match an existing contact, in mode `create`. */
  skipped: number
  /** How many rows were refused. */
  refused: number
  /** Why rows were refused, with the number of rows of each reason. */
  reasons: ImportOutcomeReason[]
  /** Cells that do not fit their field and are left out, in rows that are imported. */
  cells_left_out: number
  /** Telephone numbers that are not valid. They are imported and marked. */
  cells_kept: number
  /** What is wrong with these cells, the most frequent reason first. */
  cell_reasons: ImportOutcomeCellReason[]
  /** Points to check before the import runs. */
  warnings: ImportOutcomeWarning[]
  /** Some of the changes, from a dry run. */
  samples: ImportOutcomeSample[]
}

export type ImportOutcomeCellReason = {
  /** Why, in a sentence. */
  reason: string
  /** Stable code of the reason. */
  code: 'unclosed_quote' | 'too_many_cells' | 'several_matches' | 'erased' | 'restricted' | 'unknown_id' | 'no_match_key' | 'no_match' | 'empty_row' | 'no_identity' | 'answer_not_allowed' | 'text_too_long' | 'tag_too_long' | 'invalid_character' | 'not_an_id' | 'not_a_gender' | 'not_yes_or_no' | 'not_a_date' | 'month_not_first' | 'future_date' | 'not_a_whole_number' | 'not_a_number' | 'not_a_mail' | 'not_a_phone' | 'unknown_country' | 'archived_form' | 'form_without_value' | 'not_an_answer' | 'other'
  /** The values that the sentence shows, such as the column. */
  params: Record<string, string | number>
  /** The number of records. */
  count: number
}

export type ImportOutcomeReason = {
  /** Why, in a sentence. */
  reason: string
  /** Stable code of the reason; null in outcomes of earlier versions. */
  code: 'unclosed_quote' | 'too_many_cells' | 'several_matches' | 'erased' | 'restricted' | 'unknown_id' | 'no_match_key' | 'no_match' | 'empty_row' | 'no_identity' | 'answer_not_allowed' | 'text_too_long' | 'tag_too_long' | 'invalid_character' | 'not_an_id' | 'not_a_gender' | 'not_yes_or_no' | 'not_a_date' | 'month_not_first' | 'future_date' | 'not_a_whole_number' | 'not_a_number' | 'not_a_mail' | 'not_a_phone' | 'unknown_country' | 'archived_form' | 'form_without_value' | 'not_an_answer' | 'other' | null
  /** The values that the sentence shows, such as the column. */
  params: Record<string, string | number>
  /** The number of records. */
  count: number
}

export type ImportOutcomeSample = {
  /** Its number in the file; the header is 1. */
  row: number
  /** Identifier of a contact of the space. */
  contact_id: number | null
  /** What changed. */
  changes: ImportOutcomeSampleChange[]
}

export type ImportOutcomeSampleChange = {
  /** The field that changes: a field of the contact, `tags`, or `form` and the id of the form. */
  field: string
  /** The value before the change. */
  before: string
  /** The value after the change. */
  after: string
}

export type ImportOutcomeWarning = {
  /** Stable code of the warning. */
  code: 'opt_out_ignored' | 'many_replaced' | 'no_match_key' | 'many_refused' | 'many_left_out'
  /** The values that the sentence shows, such as the column. */
  params: Record<string, string | number>
  /** What to check, in a sentence. */
  message: string
}

export type ImportResponse = {
  /** Always `success`. */
  status: 'success'
  /** The import. */
  data: Import
}

export type ImportSummary = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Who did it. */
  user: PersonName
  /** Name, on one line. */
  name: string
  /** Size of the file in bytes. */
  bytes: number
  /** The progress of the import. */
  state: 'ready' | 'checking' | 'checked' | 'running' | 'done' | 'stopped' | 'undoing' | 'undone'
  /** When the file and what undoing needs were deleted. */
  forgotten_at: string | null
  /** The job of the dry run; null if there was none. */
  check_job_id: number | null
  /** The job of the run; null if there was none. */
  run_job_id: number | null
  /** The job of the undo; null if there was none. */
  undo_job_id: number | null
  /** What the dry run found; null if there was none. */
  check: ImportOutcome | null
  /** What the run did; null if there was none. */
  run: ImportOutcome | null
  /** What the undo did; null if there was none. */
  undo: UndoOutcome | null
}

export type ImportUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** The character encoding of the file. */
    encoding?: 'utf-8' | 'windows-1252'
    /** The character between two columns of the file. */
    separator?: ',' | ';' | 'tab'
    /** Only the columns that change; the others keep their meaning. */
    columns?: ImportUpdateColumn[]
    /** How a row is matched with a contact. `nothing`: every row creates a contact. */
    match?: 'id' | 'external_id' | 'mail' | 'name_and_birthdate' | 'nothing'
    /** Whether rows create contacts, update them, or both. */
    mode?: 'create_and_update' | 'create' | 'update'
    /** Whether an empty cell leaves a field as it is, or empties it. Tags and answers are never emptied. */
    empty_cells?: 'leave' | 'clear'
    /** How 03/04/1980 is read. */
    date_order?: 'day_first' | 'month_first'
    /** Tags for all contacts of the file. */
    tags?: string[]
    /** Whether a number in the column of the street is stored as the house number. Only in files without a column for the number. */
    split_street?: boolean
  }
}

export type ImportUpdateColumn = {
  /** Position of the column; the first is 0. */
  index: number
  /** The field of the contact; null if the column is not used. */
  field: 'id' | 'external_id' | 'firstname' | 'surname' | 'married_name' | 'gender' | 'birthdate' | 'age_category' | 'birth_city' | 'birth_country' | 'nationality' | 'mail' | 'mobile' | 'phone' | 'black_list' | 'house_number' | 'street' | 'addition' | 'building' | 'floor' | 'door' | 'infos' | 'postal_code' | 'city_code' | 'city' | 'county' | 'state' | 'country' | 'polling_station' | 'latitude' | 'longitude' | 'organisation' | 'deceased' | 'tags' | 'form' | null
  /** Identifier of a form. */
  form_id?: number | null
  /** What certain values mean, as in {"H": "M"}; upper case and accents do not matter. */
  values?: Record<string, string>
  /** The character between several tags or choices in a cell. */
  value_separator?: string
}

export type Integration = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Identifier of the user who created it. */
  created_by: number
  /** Name, on one line. */
  name: string
  /** The OAuth client id of the application. */
  client_id: string
  /** Runs where no secret can be stored, such as in a browser or on a phone. */
  public: boolean
  /** The service account that the history names when the integration acts by itself. */
  user_id: number | null
  /** The role with which it acts by itself; null if it only acts for people. */
  role: IntegrationRole | null
  /** The maximum it may do, for people or by itself. */
  scopes: string[]
  /** Where people are redirected after signing in. */
  redirect_uris: string[]
  /** Whether sign-in with this integration requires PKCE. */
  pkce_required: boolean
  /** How its identity tokens are signed. Most clients expect RS256 by default. */
  id_token_signed_response_alg: 'RS256' | 'ES256'
  /** The active secrets, without their values. */
  secrets: IntegrationSecret[]
}

export type IntegrationCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** The permissions that it is limited to. */
    scopes: Permission[]
    /** Whether it runs where no secret can be stored, such as in a browser or on a phone. */
    public?: boolean
    /** Identifier of a role of the space. */
    role_id?: number | null
    /** Where people return after signing in, compared exactly: https, or http on 127.0.0.1, [::1] or localhost. */
    redirect_uris?: string[]
    /** With false, an integration with a secret can sign people in without PKCE, for clients that do not support it. A public integration always requires PKCE. */
    pkce_required?: boolean
    /** How its identity tokens are signed. Most clients expect RS256 by default. */
    id_token_signed_response_alg?: 'RS256' | 'ES256'
  }
}

export type IntegrationCreateResponse = {
  /** Always `success`. */
  status: 'success'
  /** The integration with secret. */
  data: IntegrationWithSecret
}

export type IntegrationCreateSecretResponse = {
  /** Always `success`. */
  status: 'success'
  /** The created secret. */
  data: CreatedSecret
}

export type IntegrationEndResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the integration. */
    integration_id: number
  }
}

export type IntegrationEndSecretResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the secret. */
    secret_id: number
  }
}

export type IntegrationList = {
  /** Always `success`. */
  status: 'success'
  /** The integrations. */
  data: Integration[]
  /** The number of records on all pages. */
  total: number
}

export type IntegrationResponse = {
  /** Always `success`. */
  status: 'success'
  /** The integration. */
  data: Integration
}

export type IntegrationRole = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
  /** What kind of role it is. */
  type: RoleType
  /** 1 superadmin, 2 admin, 3 manager, 4 user, 0 for every custom role. */
  order: number
  /** The lower the number, the higher the role. */
  rank: number
}

export type IntegrationSecret = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** The last characters of the secret. */
  hint: string
}

export type IntegrationUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** The permissions that it is limited to. */
    scopes?: Permission[]
    /** Identifier of a role of the space. */
    role_id?: number
    /** Where people return after signing in, compared exactly: https, or http on 127.0.0.1, [::1] or localhost. */
    redirect_uris?: string[]
    /** With false, an integration with a secret can sign people in without PKCE, for clients that do not support it. A public integration always requires PKCE. */
    pkce_required?: boolean
    /** How its identity tokens are signed. Most clients expect RS256 by default. */
    id_token_signed_response_alg?: 'RS256' | 'ES256'
  }
}

export type IntegrationWithSecret = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Identifier of the user who created it. */
  created_by: number
  /** Name, on one line. */
  name: string
  /** The OAuth client id of the application. */
  client_id: string
  /** Runs where no secret can be stored, such as in a browser or on a phone. */
  public: boolean
  /** The service account that the history names when the integration acts by itself. */
  user_id: number | null
  /** The role with which it acts by itself; null if it only acts for people. */
  role: IntegrationRole | null
  /** The maximum it may do, for people or by itself. */
  scopes: string[]
  /** Where people are redirected after signing in. */
  redirect_uris: string[]
  /** Whether sign-in with this integration requires PKCE. */
  pkce_required: boolean
  /** How its identity tokens are signed. Most clients expect RS256 by default. */
  id_token_signed_response_alg: 'RS256' | 'ES256'
  /** The active secrets, without their values. */
  secrets: IntegrationSecret[]
  /** Only in the first response. Null when the request is repeated, because the secret is not stored. */
  secret: string | null
}

export type Invitation = {
  /** Unique identifier. */
  id: number
  /** The space it belongs to. */
  group_id: number
  /** E-mail address. */
  email: string
  /** Mobile telephone number. */
  mobile_phone: string
  /** Identifier of a role of the space. */
  role_id: number
  /** The role. */
  role: InvitationRole
  /** When it was created. */
  created_at: string
  /** When the invitation was last sent. */
  last_sent: string
  /** Identifier of a user of the space. */
  user_id: number | null
}

export type InvitationAccept = {
  /** Join the space, or decline and leave it. */
  answer?: 'accept' | 'decline'
  /** First name. */
  firstname?: string
  /** Family name. */
  surname?: string
  /** The password to sign in with. */
  password?: string
}

export type InvitationCancelResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
  }
}

export type InvitationCreate = {
  /** The fields to write. */
  data: {
    /** The invitations. */
    invitations: NewInvitation[]
  }
}

export type InvitationCreateResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `msg` and `invitations`. */
  data: {
    /** What was done, in a sentence. */
    msg: string
    /** The invitations. */
    invitations: Invitation | Invitation[]
  }
}

export type InvitationList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `invitations`. */
  data: {
    /** The invitations. */
    invitations: Invitation[]
  }
}

export type InvitationRole = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
  /** 1 superadmin, 2 admin, 3 manager, 4 user, 0 for every custom role. */
  order: number
  /** The lower the number, the higher the role. */
  rank: number
}

export type Job = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When work on it began; null if it has not. */
  started_at: string | null
  /** When work on it ended; null if it has not. */
  ended_at: string | null
  /** Who did it. */
  user: PersonName
  /** The kind of job, such as import_run. */
  kind: string
  /** The id of what the job works on, such as an import. */
  subject_id: number
  /** The state of the job. */
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  /** What `done` and `total` count, such as bytes of a file. */
  unit: string
  /** How many units are done. */
  done: number
  /** The number of records on all pages. */
  total: number
  /** Whether cancellation was requested. */
  cancel_requested: boolean
  /** Why the job failed; empty otherwise. */
  error: string
}

export type JobList = {
  /** Always `success`. */
  status: 'success'
  /** The jobs. */
  data: Job[]
  /** The number of records on all pages. */
  total: number
}

export type JobResponse = {
  /** Always `success`. */
  status: 'success'
  /** The job. */
  data: Job
}

export type KeptContact = {
  /** Identifier of a contact of the space. */
  contact_id: number
  /** Why, in a sentence. */
  reason: string
  /** Stable code of the reason; null in undos of earlier versions. */
  code: 'deleted' | 'changed' | 'restricted' | 'referenced' | null
}

export type KnownContact = {
  /** The key that was searched for. */
  by: 'external_id' | 'mail'
  /** As it was sent. */
  key: string
  /** Null when the caller may not see the person. */
  contact_id: number | null
  /** What this contact has itself. */
  external_id: string
  /** A contact that was merged into this one had the key. */
  merged: boolean
  /** Their data is kept and must not be used. */
  restricted: boolean
}

export type LastPaymentOfContact = {
  /** When it happened; a date without a time means midnight UTC. */
  date: string
  /** Amount in minor units, such as cents. */
  amount: number
  /** Currency, as an ISO 4217 code such as EUR. */
  currency: string
}

export type LastVisit = {
  /** When it happened; a date without a time means midnight UTC. */
  date: string
  /** The result of the visit. */
  result: VisitResult
}

export type LedgerAccounts = {
  /** What people owe: memberships and donations, less what they paid. */
  people: string
  /** Money, where `methods` names no account for the payment method. */
  money: string
  /** Memberships, where `membership_prices` names no account. */
  memberships: string
  /** Donations, where `donation_prices` names no account. */
  donations: string
  /** What was refunded, except what was paid too much. The income stays as it was booked. */
  refunds: string
  /** Money that was received, and that no bank line has yet. Used in place of the accounts of bank accounts. */
  waiting: string
  /** What banks and payment providers charge. */
  fees: string
  /** The counterpart of opening balances. */
  opening: string
}

export type LedgerBalance = {
  /** Number of an account. */
  account: string
  /** Name of the account. */
  account_label: string
  /** Currency, as an ISO 4217 code such as EUR. */
  currency: string
  /** In minor units, such as cents. */
  debit: number
  /** In minor units, such as cents. */
  credit: number
  /** Debit less credit. */
  balance: number
}

export type LedgerBalancesResponse = {
  /** Always `success`. */
  status: 'success'
  /** The ledger balances. */
  data: LedgerBalance[]
  /** The number of records on all pages. */
  total: number
}

export type LedgerEntry = {
  /** Stays the same once the entry is validated. */
  id: string
  /** `income`: memberships and donations, `money`: payments, refunds and returns, `opening`: opening balances, `bank`: lines of bank statements. */
  journal: 'income' | 'money' | 'opening' | 'bank'
  /** Short name of the journal, as in files. */
  journal_code: string
  /** Name of the journal. */
  journal_label: string
  /** Without gaps in its journal and year; null until it is validated. */
  number: number | null
  /** The calendar year in which it ends. */
  year: number | null
  /** The day on which it is booked, in the time zone of the space. */
  date: string
  /** The day of the event. It is earlier than `date` if that day was validated already. */
  event_date: string
  /** The day on which it was validated; null while it is provisional. */
  validated_on: string | null
  /** A validated entry never changes. A provisional one follows its payment, and has neither number nor frozen names. */
  state: 'provisional' | 'validated'
  /** What happened. */
  kind: 'membership' | 'donation' | 'payment' | 'refund' | 'refund_cancelled' | 'refund_undated' | 'return' | 'return_cancelled' | 'opening' | 'bank_line'
  /** The membership, donation, transaction, reversal or bank line; the year of an opening balance. */
  item_id: number
  /** Whether it takes back what an earlier entry of the same event has. */
  reversed: boolean
  /** Identifier of the transaction bundle. */
  transaction_bundle_id: number | null
  /** The bank line that it is of. */
  bank_line_id: number | null
  /** The name of the document, such as B1204. */
  reference: string
  /** What happened, for people. */
  label: string
  /** In minor units, such as cents. */
  amount: number
  /** Currency, as an ISO 4217 code such as EUR. */
  currency: string
  /** One debit and one credit. */
  lines: LedgerLine[]
}

export type LedgerLine = {
  /** Number of an account. */
  account: string
  /** Name of the account. */
  account_label: string
  /** Identifier of a contact of the space. */
  contact_id: number | null
  /** Empty where there is no contact, or you may not see the name. */
  contact_name: string
  /** In minor units, such as cents. */
  debit: number
  /** In minor units, such as cents. */
  credit: number
}

export type LedgerList = {
  /** Always `success`. */
  status: 'success'
  /** The ledger entries. */
  data: LedgerEntry[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type LedgerReadSettingsResponse = {
  /** Always `success`. */
  status: 'success'
  /** The ledger settings. */
  data: LedgerSettings
}

export type LedgerReplaceOpeningBalances = {
  /** The fields to write. */
  data: {
    /** The calendar year in which it ends. */
    year: number
    /** A debit or a credit for each account. Debits and credits have the same sum. */
    balances: OpeningBalance[]
  }
}

export type LedgerReplaceOpeningBalancesResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `year`, `date` and `entries`. */
  data: {
    /** The calendar year in which it ends. */
    year: number
    /** When it happened; a date without a time means midnight UTC. */
    date: string
    /** How many entries were posted. */
    entries: number
  }
}

export type LedgerSettings = {
  /** The accounts to begin with. `fr_association`: French associations (règlement ANC 2018-06). `fr_party`: the same accounts with the words of parties; an accountant assigns them to the headings of the règlement ANC 2018-03. `generic`: a plain chart. A new preset replaces all accounts. */
  preset: 'fr_association' | 'fr_party' | 'generic'
  /** The number of the organisation, which the French tax file is named after. */
  siren: string
  /** The last day of the accounting year. It cannot change once entries are validated. */
  year_end: string
  /** The accounts of payment methods. */
  methods: Record<string, string>
  /** The accounts of membership prices, by id. */
  membership_prices: Record<string, string>
  /** The accounts of donation prices, by id. */
  donation_prices: Record<string, string>
  /** The names of accounts. */
  labels: Record<string, string>
  /** The accounts by kind of event. */
  accounts: LedgerAccounts
  /** All entries up to this day are validated. */
  validated_until: string | null
  /** Whether all payments are in the ledger. After an upgrade or a change of accounts it can take some minutes. */
  posted: boolean
}

export type LedgerSum = {
  /** In capitals. Sums never mix currencies. */
  currency: string
  /** The sum in minor units, such as cents. */
  amount: number
  /** The number of entries in the sum. */
  entries: number
}

export type LedgerSumResponse = {
  /** Always `success`. */
  status: 'success'
  /** The ledger sums. */
  data: LedgerSum[]
}

export type LedgerUpdateSettings = {
  /** The fields to write. */
  data: {
    /** The accounts to begin with. `fr_association`: French associations (règlement ANC 2018-06). `fr_party`: the same accounts with the words of parties; an accountant assigns them to the headings of the règlement ANC 2018-03. `generic`: a plain chart. A new preset replaces all accounts. */
    preset?: 'fr_association' | 'fr_party' | 'generic'
    /** The number of the organisation, which the French tax file is named after. */
    siren?: string
    /** The last day of the accounting year. It cannot change once entries are validated. */
    year_end?: string
    /** The accounts of payment methods. */
    methods?: Record<string, string>
    /** The accounts of membership prices, by id. */
    membership_prices?: Record<string, string>
    /** The accounts of donation prices, by id. */
    donation_prices?: Record<string, string>
    /** The names of accounts. */
    labels?: Record<string, string>
    /** The accounts by kind of event. */
    accounts?: LedgerUpdateSettingsAccounts
  }
}

export type LedgerUpdateSettingsAccounts = {
  /** What people owe: memberships and donations, less what they paid. */
  people?: string
  /** Money, where `methods` names no account for the payment method. */
  money?: string
  /** Memberships, where `membership_prices` names no account. */
  memberships?: string
  /** Donations, where `donation_prices` names no account. */
  donations?: string
  /** What was refunded, except what was paid too much. The income stays as it was booked. */
  refunds?: string
  /** Money that was received, and that no bank line has yet. Used in place of the accounts of bank accounts. */
  waiting?: string
  /** What banks and payment providers charge. */
  fees?: string
  /** The counterpart of opening balances. */
  opening?: string
}

export type LedgerValidate = {
  /** The fields to write. */
  data: {
    /** The last day to validate; before today. It cannot be taken back. */
    until: string
  }
}

export type LedgerValidateResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `validated_until` and `entries`. */
  data: {
    /** The last day of which all entries are validated. */
    validated_until: string
    /** How many entries were validated. */
    entries: number
  }
}

export type ListedAddress = {
  /** Unique identifier. */
  id: number
  /** House number. */
  housenumber: number
  /** Postal code. */
  postalcode: number
  /** Official code of the town. */
  citycode: number
  /** Floor. */
  floor: number
  /** Street. */
  street: string
  /** Town. */
  city: string
  /** State or region. */
  state: string
  /** Country. */
  country: string
  /** Second line of the address. */
  addition: string
  /** How to find the door. */
  infos: string
  /** Building. */
  building: string
  /** Door. */
  door: string
  /** Polling station. */
  pollingstation: string
  /** House number. */
  house_number: string
  /** Postal code. */
  postal_code: string
  /** Official code of the town. */
  city_code: string
  /** Floor, as it is written. */
  floor_name: string
  /** Latitude in decimal degrees, or empty. */
  latitude: string
  /** Longitude in decimal degrees, or empty. */
  longitude: string
  /** The number of visits. */
  visits: number
  /** The last visit; null if there was none. */
  last_visit: LastVisit | null
}

export type MapContents = Blob

export type MapRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
  }
}

export type MapResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `map` and `bytes_max`. */
  data: {
    /** The map in use; null if there is none. */
    map: StreetMap | null
    /** The size of the largest map that may be uploaded, in bytes. */
    bytes_max: number
  }
}

export type MeResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `user`, `space`, `role`, `permissions` and `spaces`. */
  data: {
    /** Who did it. */
    user: User
    /** The space. */
    space: SpaceName
    /** The role. */
    role: MeResponseRole
    /** What both the role and the token allow. */
    permissions: Permission[]
    /** Every space the caller belongs to. */
    spaces: SpaceName[]
  }
}

export type MeResponseRole = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
  /** What kind of role it is. */
  type: RoleType
  /** 1 superadmin, 2 admin, 3 manager, 4 user, 0 for every custom role. */
  order: number
  /** The lower the number, the higher the role. */
  rank: number
}

export type Member = {
  /** Identifier of a user of the space. */
  user_id: number
  /** `pending` for a user who was added and has not opened the space yet. */
  state: MemberState
  /** The teams that the user leads or is in, as far as the caller sees them, by name; at most 100. */
  teams: MemberTeam[]
  /** The last day, in UTC, on which the user used the space. Null if they never did, and for callers without `users:write`, who see only their own. */
  last_seen_on: string | null
  /** Whether the user signs in with a second factor. Null for callers without `users:write`, who see only their own. */
  second_factor: boolean | null
}

export type MemberList = {
  /** Always `success`. */
  status: 'success'
  /** The members. */
  data: Member[]
  /** The number of records on all pages. */
  total: number
}

export type MemberState = 'active' | 'pending' | 'suspended'

export type MemberTeam = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
}

export type Membership = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** The space it belongs to. */
  group_id: number
  /** Identifier of the transaction bundle. */
  transaction_bundle_id: number
  /** Identifier of a contact of the space. */
  contact_id: number
  /** When the membership begins. */
  start_date: string
  /** When the membership ends; null if it never does. */
  end_date: string | null
  /** Identifier of the membership price; null if there is none. */
  membership_price_id: number | null
  /** In minor units, such as cents. */
  amount: number
  /** In minor units, such as cents. */
  amount_initial: number
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** A note, on one or more lines. */
  comment: string
  /** Whether it lasts a year from its start, rather than until the end of the year. */
  rolling_year: boolean
  /** The contact. */
  contact: Payer
}

export type MembershipChange = {
  /** Identifier of a contact of the space. */
  contact_id?: number
  /** When the membership begins. */
  start_date?: string
  /** When the membership ends; null if it never does. */
  end_date?: string | null
  /** Identifier of the membership price; null if there is none. */
  membership_price_id?: number | null
  /** In minor units, such as cents. */
  amount?: number
  /** In minor units, such as cents. */
  amount_initial?: number
  /** An ISO 4217 code, such as EUR. */
  currency?: Currency
  /** A note, on one or more lines. */
  comment?: string
  /** Whether it lasts a year from its start, rather than until the end of the year. */
  rolling_year?: boolean
  /** Unique identifier. */
  id?: number
}

export type MembershipPrice = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** Name, on one line. */
  name: string
  /** In minor units, such as cents. */
  amount: number
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** Whether people may pay another amount. */
  allow_custom_amount: boolean
  /** Whether it is no longer offered. Records that refer to it keep it. */
  hidden: boolean
  /** Identifier of the group that the price is in; null if it is in none. */
  membership_price_group_id: number | null
  /** Any word. Built in: calendar_year, rolling_year and lifetime. */
  kind: string
  /** How the period of a rolling membership is counted, as free text. */
  rolling_period: string
  /** The duration of a rolling membership, such as P1Y, P6M or "18 months". Empty for a year. */
  duration: string
}

export type MembershipPriceCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** In minor units, such as cents. */
    amount: number
    /** An ISO 4217 code, such as EUR. */
    currency?: Currency
    /** Whether people may pay another amount. */
    allow_custom_amount?: boolean
    /** Whether it is no longer offered. Records that refer to it keep it. */
    hidden?: boolean
    /** Identifier of the group that the price is in; null if it is in none. */
    membership_price_group_id?: number | null
    /** Any word. Built in: calendar_year, rolling_year and lifetime. */
    kind?: string
    /** How the period of a rolling membership is counted, as free text. */
    rolling_period?: string
    /** The duration of a rolling membership, such as P1Y, P6M or "18 months". Empty for a year. */
    duration?: string
  }
}

export type MembershipPriceGroup = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** Name, on one line. */
  name: string
  /** Whether it is no longer offered. Records that refer to it keep it. */
  hidden: boolean
  /** The prices of the group. */
  membership_prices: MembershipPrice[]
}

export type MembershipPriceGroupCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** Whether it is no longer offered. Records that refer to it keep it. */
    hidden?: boolean
  }
}

export type MembershipPriceGroupList = {
  /** Always `success`. */
  status: 'success'
  /** The membership price groups. */
  data: MembershipPriceGroup[]
  /** The number of records on all pages. */
  total: number
}

export type MembershipPriceGroupRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Unique identifier. */
    id: number
  }
}

export type MembershipPriceGroupResponse = {
  /** Always `success`. */
  status: 'success'
  /** The membership price group. */
  data: MembershipPriceGroup
}

export type MembershipPriceGroupUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** Whether it is no longer offered. Records that refer to it keep it. */
    hidden?: boolean
  }
}

export type MembershipPriceList = {
  /** Always `success`. */
  status: 'success'
  /** The membership prices. */
  data: MembershipPrice[]
  /** The number of records on all pages. */
  total: number
}

export type MembershipPriceRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Unique identifier. */
    id: number
  }
}

export type MembershipPriceResponse = {
  /** Always `success`. */
  status: 'success'
  /** The membership price. */
  data: MembershipPrice
}

export type MembershipPriceUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** In minor units, such as cents. */
    amount?: number
    /** An ISO 4217 code, such as EUR. */
    currency?: Currency
    /** Whether people may pay another amount. */
    allow_custom_amount?: boolean
    /** Whether it is no longer offered. Records that refer to it keep it. */
    hidden?: boolean
    /** Identifier of the group that the price is in; null if it is in none. */
    membership_price_group_id?: number | null
    /** Any word. Built in: calendar_year, rolling_year and lifetime. */
    kind?: string
    /** How the period of a rolling membership is counted, as free text. */
    rolling_period?: string
    /** The duration of a rolling membership, such as P1Y, P6M or "18 months". Empty for a year. */
    duration?: string
  }
}

export type MembershipSummary = {
  /** Whether the person is, was or never was a member. */
  state: 'member' | 'lapsed' | 'never'
  /** When the current membership starts, or the last one did; null if there is none. */
  starts_at: string | null
  /** When it ends; null if it has no end, or there is none. */
  ends_at: string | null
  /** Days until it ends; null if it has ended or has no end. */
  days_left: number | null
  /** Amount in minor units, such as cents. */
  amount: number | null
  /** Currency, as an ISO 4217 code such as EUR. */
  currency: string | null
  /** The name of its price; null if it has none. */
  price: string | null
}

export type Merge = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** Who did it. */
  user: PersonName
  /** Identifier of the contact that remains. */
  survivor_id: number
  /** Identifier of the contact that was merged into it. */
  gone_id: number
  /** The contact that stays, with its present name. */
  survivor: PersonName
  /** The contact that was merged, with the name it had. */
  gone: PersonName
  /** What the survivor took from the other. */
  fields: string[]
  /** How many answers the survivor took. */
  answers: number
  /** How many tags the survivor took. */
  tags: number
  /** Ids of the payments that moved to the survivor. */
  transactions: number[]
  /** Ids of the memberships that moved to the survivor. */
  memberships: number[]
  /** Ids of the donations that moved to the survivor. */
  donations: number[]
  /** Whether the merge can be undone. */
  can_undo: boolean
  /** When it was undone; null if it was not. */
  undone_at: string | null
  /** After an undo: what had changed since the merge, and therefore stayed with the survivor. */
  stayed: MergeStayed | null
}

export type MergeList = {
  /** Always `success`. */
  status: 'success'
  /** The merges. */
  data: Merge[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type MergeRequest = {
  /** The fields to write. */
  data: {
    /** The contact that is merged into this one. */
    contact_id: number
    /** Whose value to take, field by field. By default the survivor keeps its values and gets those it lacks. */
    fields?: MergeRequestFields
  }
}

export type MergeRequestFields = {
  /** Whose value the survivor has after the merge. */
  external_id?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  firstname?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  surname?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  married_name?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  gender?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  birthdate?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  age_category?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  birth_city?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  birth_country?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  birth_dept?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  nationality?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  mail?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  mobile?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  phone?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  black_list?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  nationbuilderid?: 'survivor' | 'gone'
  /** Whose value the survivor has after the merge. */
  address?: 'survivor' | 'gone'
}

export type MergeResponse = {
  /** Always `success`. */
  status: 'success'
  /** The merge. */
  data: Merge
}

export type MergeStayed = {
  /** Fields of the contact. */
  fields: string[]
  /** Identifiers of answers. */
  answers: number[]
  /** Ids of the payments that stayed. */
  transactions: number[]
  /** Ids of the memberships that stayed. */
  memberships: number[]
  /** Ids of the donations that stayed. */
  donations: number[]
}

export type NamedAnswer = {
  /** The form; beside `form_id` it is ignored. */
  id?: number | null
  /** What the form asks, or what can be answered. */
  label?: string | null
  /** What was answered; several for a form with checkboxes. */
  value?: string | number | (string | number)[] | null
  /** What was answered, as text; empty where a value was chosen. */
  data?: string | null
  /** Identifier of a form. */
  form_id?: number
  /** Identifier of the value of the form that was chosen. */
  form_ref_id?: number
  /** When it happened; a date without a time means midnight UTC. */
  date?: string | null
  /** The survey that the answer came with; null if there was none. */
  survey_id?: number | null
  /** The source of the answer. */
  source?: string | null
  /** The version of a consent’s text that was shown; the current one if it is left out. */
  form_version?: number | null
}

export type NewAction = {
  /** Name, on one line. */
  name: string
  /** What to say at the door. */
  pitch?: string
  /** A link to more information. */
  link?: string
  /** How many visits are aimed at; 0 for no goal. */
  goal?: number
  /** How many answered forms are aimed at; 0 for no goal. */
  goal_forms?: number
  /** When it begins. */
  start?: string | null
  /** When it ends. */
  end?: string | null
  /** Identifier of a reminder in another system. */
  reminder_id?: string
  /** Tag for people who have voted. */
  gotv_voted_tag?: string
  /** Tag for people who have not voted yet. */
  gotv_not_voted_tag?: string
  /** Tag for people who will not vote. */
  gotv_abstention_tag?: string
  /** Visible to every member of the space. */
  public?: boolean
  /** Where volunteers register. */
  registration_link?: string
  /** With a polygon: include contacts whose address has no position. */
  aggreg_without_location?: boolean
  /** The details to ask for at the door, as free text. */
  fields?: string
  /** GeoJSON of polygons, as text; empty for none. */
  polygon?: string
  /** A query as `POST /search` takes it, as text; empty for everyone. */
  filter?: string
  /** A query as `POST /search` takes it, as text; empty for everyone. */
  advanced_search?: string
  /** GeoJSON of polygons, as text; empty for none. */
  not_polygon?: string
  /** A JSON list, as text; empty for none. */
  polling_station_included?: string
  /** A JSON list, as text; empty for none. */
  polling_station_excluded?: string
  /** A JSON list, as text; empty for none. */
  address_included?: string
  /** A JSON list, as text; empty for none. */
  address_excluded?: string
  /** Whether people without a polling station are included too. */
  polling_station_included_missing?: boolean
  /** Whether people without a polling station are left out too. */
  polling_station_excluded_missing?: boolean
  /** Whether people without an address are included too. */
  address_included_missing?: boolean
  /** Whether people without an address are left out too. */
  address_excluded_missing?: boolean
  /** Leave out contacts whose last visit says that they refused, moved away or died. */
  excluded_nevada?: boolean
  /** Facts to share with people, as free objects. */
  facts?: {}[]
  /** The people of the action. */
  Users?: RecordReference[]
  /** The teams of the action. */
  Teams?: RecordReference[]
  /** The forms that are asked at the door. */
  Forms?: RecordReference[]
  /** The doors of the action. */
  Addresses?: SentActionAddress[]
}

export type NewBankMatch = {
  /** `payment`: money of a transaction. `return`: the bank took money of a transaction back; recorded as a return unless one of the amount waits. `refund`: a refund of a transaction that left the account. `account`: an amount of the ledger, such as a fee. */
  kind: 'payment' | 'return' | 'refund' | 'account'
  /** Identifier of the transaction. */
  transaction_id?: number
  /** The number of an account in the ledger, such as 512000. */
  account?: string
  /** In minor units, such as cents; negative if the money left the account. */
  amount: number
  /** Of a return: why the bank took the money back. */
  reason?: string
}

export type NewDonation = {
  /** Identifier of a contact of the space. */
  contact_id?: number
  /** When it happened; a date without a time means midnight UTC. */
  date?: string
  /** In minor units, such as cents. */
  amount?: number
  /** In minor units, such as cents. */
  initial_amount?: number
  /** The same as initial_amount, under the name that newer clients use. */
  amount_initial?: number
  /** An ISO 4217 code, such as EUR. */
  currency?: Currency
  /** Identifier of the donation price; null if there is none. */
  donation_price_id?: number | null
  /** The purpose of the donation. */
  affectation?: string
  /** A note, on one or more lines. */
  comment?: string
}

export type NewForm = {
  /** What the form asks, or what can be answered. */
  label: string
  /** How a form is answered. */
  type: FieldType
  /** What a form is about. */
  kind: FormKind
  /** The values that can be chosen, in their order. */
  refvalues?: NewRefValue[]
  /** An explanation below the question. */
  help?: string
  /** What people agree to; empty if the label says it. Only for consents. */
  text?: string
  /** Whether apps for visits ask for an answer before they record a conversation. */
  required_at_door?: boolean
  /** The answer to another form on which this one depends; null: it is always asked. */
  condition?: FormCondition | null
  /** Who sees the form and its answers, beside users with `forms:write`: users with one of the roles and members of one of the teams. Null: everyone. To see answers takes `contacts:sensitive` too. */
  visible_to?: FormVisibility | null
}

export type NewInvitation = {
  /** E-mail address. */
  email: string
  /** Identifier of a role of the space. */
  role_id?: number
  /** Mobile telephone number. */
  mobile_phone?: string
}

export type NewMembership = {
  /** Identifier of a contact of the space. */
  contact_id?: number
  /** When the membership begins. */
  start_date?: string
  /** When the membership ends; null if it never does. */
  end_date?: string | null
  /** Identifier of the membership price; null if there is none. */
  membership_price_id?: number | null
  /** In minor units, such as cents. */
  amount?: number
  /** In minor units, such as cents. */
  amount_initial?: number
  /** An ISO 4217 code, such as EUR. */
  currency?: Currency
  /** A note, on one or more lines. */
  comment?: string
  /** Whether it lasts a year from its start, rather than until the end of the year. */
  rolling_year?: boolean
}

export type NewRefValue = {
  /** What the form asks, or what can be answered. */
  label: string
  /** What the value is called in files and programs. */
  value?: string
}

export type NewTeam = {
  /** Name, on one line. */
  name: string
  /** Description, of any length. */
  description?: string
  /** Visible only to its leaders and users, its creator, and users with the permission teams:manage. */
  private?: boolean
  /** Hides the list of users from people outside the team. */
  hide_users?: boolean
  /** Who leads the team. */
  leaders?: RecordReference[]
  /** The users. */
  users?: RecordReference[]
  /** Postal address. */
  address?: AddressInput | null
}

export type NewTransaction = {
  /** In minor units, such as cents. */
  amount?: number
  /** An ISO 4217 code, such as EUR. */
  currency?: Currency
  /** One of the kinds in the settings, or empty. */
  payment_method_kind?: string
  /** Any JSON object; returned byte for byte as it was sent. */
  payment_method?: {}
  /** Identifier of a contact of the space. */
  contact_id?: number
  /** When it happened; a date without a time means midnight UTC. */
  date?: string
  /** Code of the campaign that led to the payment. */
  code_campaign?: string
  /** When a receipt was delivered; null if none was. */
  delivered_at?: string | null
  /** Token of the delivery of the receipt. */
  delivery_token?: string
  /** A note, on one or more lines. */
  comment?: string
  /** When the comment was written; null if there is none. */
  comment_date?: string | null
  /** In minor units, such as cents. */
  reimbursed_amount?: number
  /** In minor units, such as cents. */
  unpaid_amount?: number
  /** Number of the payment in another system, such as the bank; null if there is none. */
  external_transaction_id?: number | null
  /** Identifier of a transaction status. */
  status_id?: number | null
  /** Any JSON object; returned byte for byte as it was sent. */
  extra_json?: {}
}

export type NewVisit = {
  /** Chosen by the client, unique in the action. A visit that is sent twice with the same key counts once. */
  key: string
  /** The result of the visit. */
  result: VisitResult
  /** When it happened; a date without a time means midnight UTC. */
  date?: string
  /** A note, on one or more lines. */
  comment?: string
  /** The `id` of an address of the action, or a new address, which is added to the action. */
  address?: VisitedAddress | null
  /** Identifier of a contact of the space. */
  contact_id?: number | null
  /** Answers to consents, surveys and other forms. */
  formdatas?: SentVisitAnswer[]
  /** The contact. */
  contact?: ContactAtTheDoor | null
}

export type Note = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Identifier of a contact of the space. */
  contact_id: number
  /** The user who wrote it. */
  user: PersonName
  /** Markdown with bold, lists and links. `@[user:12]` mentions user 12, who then may read the note and gets a mail. Empty if it named a person who was erased. */
  text: string
  /** The users whom the text mentions. */
  mentions: PersonName[]
  /** Whether it is listed before other notes. */
  pinned: boolean
  /** Whether its author has changed the text. */
  edited: boolean
  /** When its author last changed the text; null if never. */
  edited_at: string | null
  /** Whether the caller wrote it. */
  own: boolean
}

export type NoteCreate = {
  /** The fields to write. */
  data: {
    /** Markdown with bold, lists and links. `@[user:12]` mentions user 12, who then may read the note and gets a mail. */
    text: string
    /** Whether it is listed before other notes. */
    pinned?: boolean
  }
}

export type NoteCreateResponse = {
  /** Always `success`. */
  status: 'success'
  /** The note. */
  data: Note
}

export type NoteList = {
  /** Always `success`. */
  status: 'success'
  /** The notes. */
  data: Note[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type NoteRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the note. */
    note_id: number
  }
}

export type NoteUpdate = {
  /** The fields to write. */
  data: {
    /** Markdown with bold, lists and links. `@[user:12]` mentions user 12, who then may read the note and gets a mail. */
    text?: string
    /** Whether it is listed before other notes. */
    pinned?: boolean
  }
}

export type OpenPeriod = {
  /** When it begins. */
  start: string
  /** When it ends. */
  end: string
  /** Whether payments can be written in the period. */
  open: boolean
}

export type OpeningBalance = {
  /** Number of an account. */
  account: string
  /** In minor units, such as cents. */
  debit?: number
  /** In minor units, such as cents. */
  credit?: number
}

export type PatchedContact = {
  /** Unique identifier. */
  id?: number
  /** The id of the person in another system of yours. */
  external_id?: string | null
  /** First name. */
  firstname?: string | null
  /** Family name. */
  surname?: string | null
  /** Name by marriage, where it is used beside the family name. */
  married_name?: string | null
  /** `M`, `F` or `O`; empty if unknown. */
  gender?: '' | 'M' | 'F' | 'O' | null
  /** Date of birth; null if unknown. */
  birthdate?: string | '' | null
  /** Town of birth. */
  birth_city?: string | null
  /** A country by its code, such as FR, or its name. */
  birth_country?: string | null
  /** Department or district of birth. */
  birth_dept?: string | null
  /** Nationality, as a country code or in words. */
  nationality?: string | null
  /** E-mail address. */
  mail?: string | null
  /** Mobile telephone number. */
  mobile?: string | null
  /** Telephone number. */
  phone?: string | null
  /** Id of this person in NationBuilder; null if there is none. */
  nationbuilderid?: number | null
  /** Age category; 0 if unknown. */
  age_category?: number | null
  /** Not a telephone number, or marked by hand as one that does not work. */
  mobile_invalid?: boolean | null
  /** Not a telephone number, or marked by hand as one that does not work. */
  phone_invalid?: boolean | null
  /** Whether the person has opted out of being contacted. */
  black_list?: boolean | null
  /** Postal address. */
  address?: SentContactAddress | null
  /** Answers to the fields that the space has added. */
  custom_fields?: SentCustomField[] | null
  /** Answers to consents, surveys and other forms. */
  formdatas?: SentAnswer[] | null
  /** Tags of the contact. */
  tags?: SentTag[] | null
}

export type Payer = {
  /** Unique identifier. */
  id: number
  /** First name. */
  firstname: string
  /** Family name. */
  surname: string
  /** The space it belongs to. */
  group_id: number
  /** Membership number with its prefix; empty if the person was never a member. */
  membership_code: string
  /** Membership number; 0 if the person was never a member. */
  membership_number: number
}

export type PaymentCheckResponse = {
  /** Always `success`. */
  status: 'success'
  /** The payment checks. */
  data: PaymentChecks
}

export type PaymentCheckUpdate = {
  /** The fields to write. */
  data: {
    /** Memberships and donations of a payment against its transactions. */
    allocation?: 'refuse' | 'warn' | 'off'
    /** The amount of a membership or donation against its price, where that allows no other amount. */
    price?: 'refuse' | 'warn' | 'off'
    /** Memberships of one contact that overlap, in any payments. */
    overlapping_membership?: 'refuse' | 'warn' | 'off'
    /** A campaign code that is not in the list of campaign codes. */
    unknown_campaign?: 'refuse' | 'warn' | 'off'
    /** Two transactions with the same external id. */
    repeated_reference?: 'refuse' | 'warn' | 'off'
  }
}

export type PaymentChecks = {
  /** Memberships and donations of a payment against its transactions. */
  allocation: 'refuse' | 'warn' | 'off'
  /** The amount of a membership or donation against its price, where that allows no other amount. */
  price: 'refuse' | 'warn' | 'off'
  /** Memberships of one contact that overlap, in any payments. */
  overlapping_membership: 'refuse' | 'warn' | 'off'
  /** A campaign code that is not in the list of campaign codes. */
  unknown_campaign: 'refuse' | 'warn' | 'off'
  /** Two transactions with the same external id. */
  repeated_reference: 'refuse' | 'warn' | 'off'
}

export type PaymentFinding = {
  /** `allocation`: memberships and donations differ from the transactions. `price`: an amount differs from a fixed price. `overlapping_membership`: two memberships of a contact overlap. `unknown_campaign`: the code is not in the list. `repeated_reference`: another transaction has the same external id. */
  check: 'allocation' | 'price' | 'overlapping_membership' | 'unknown_campaign' | 'repeated_reference'
  /** What the check found, in a sentence. */
  message: string
  /** Identifier of the transaction bundle. */
  transaction_bundle_id: number
  /** What the warning is about. */
  kind: 'transaction_bundle' | 'transaction' | 'membership' | 'donation'
  /** Identifier of the item that changed. */
  target_id: number
  /** The payment that it overlaps or repeats; null if there is none. */
  other_bundle_id: number | null
  /** The item that it overlaps or repeats; null if there is none. */
  other_id: number | null
  /** What changed or was involved. The keys depend on `kind`. */
  details: PaymentWarningDetails
}

export type PaymentHit = {
  /** Unique identifier. */
  id: number
  /** The name to show. */
  label: string
  /** Details to distinguish results with the same name. */
  detail: string
  /** Of the first transaction, in minor units. */
  amount: number
  /** The currency of the amount. */
  currency: string
  /** The day of the first transaction in UTC, as 2026-05-31. */
  day: string
}

export type PaymentView = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Identifier of a user of the space. */
  user_id: number
  /** Name, on one line. */
  name: string
  /** Whether all users who see payments see this view. */
  shared: boolean
  /** What the list is filtered by. */
  filters: PaymentViewFilters
  /** Whether the caller saved it. */
  own: boolean
}

export type PaymentViewCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** Whether all users who see payments see this view. */
    shared?: boolean
    /** What the list is filtered by. */
    filters: PaymentViewCreateFilters
  }
}

export type PaymentViewCreateFilters = {
  /** `pending`: the money has not arrived yet. `unpaid`: it did not arrive, or the bank returned it. */
  state?: 'pending' | 'unpaid'
  /** Identifier of a transaction status. */
  status_id?: number
  /** How it was paid, as one of the kinds in the settings. */
  payment_method_kind?: string
  /** Code of the campaign that led to the payment. */
  code_campaign?: string
  /** Relative to the current date. */
  period?: 'this_month' | 'last_month' | 'this_year' | 'last_year'
  /** A day, such as 2026-05-01. */
  date_from?: string
  /** A day, such as 2026-05-01. */
  date_to?: string
}

export type PaymentViewCreateResponse = {
  /** Always `success`. */
  status: 'success'
  /** The payment view. */
  data: PaymentView
}

export type PaymentViewFilters = {
  /** `pending`: the money has not arrived yet. `unpaid`: it did not arrive, or the bank returned it. */
  state?: 'pending' | 'unpaid'
  /** Identifier of a transaction status. */
  status_id?: number
  /** How it was paid, as one of the kinds in the settings. */
  payment_method_kind?: string
  /** Code of the campaign that led to the payment. */
  code_campaign?: string
  /** Relative to the current date. */
  period?: 'this_month' | 'last_month' | 'this_year' | 'last_year'
  /** A day, such as 2026-05-01. */
  date_from?: string
  /** A day, such as 2026-05-01. */
  date_to?: string
}

export type PaymentViewList = {
  /** Always `success`. */
  status: 'success'
  /** The payment views. */
  data: PaymentView[]
  /** The number of records on all pages. */
  total: number
}

export type PaymentViewRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the view. */
    payment_view_id: number
  }
}

export type PaymentViewUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** Whether all users who see payments see this view. */
    shared?: boolean
    /** What the list is filtered by. */
    filters?: PaymentViewCreateFilters
  }
}

export type PaymentWarning = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** `allocation`: memberships and donations differ from the transactions. `price`: an amount differs from a fixed price. `overlapping_membership`: two memberships of a contact overlap. `unknown_campaign`: the code is not in the list. `repeated_reference`: another transaction has the same external id. */
  check: 'allocation' | 'price' | 'overlapping_membership' | 'unknown_campaign' | 'repeated_reference'
  /** What the check found, in a sentence. */
  message: string
  /** Identifier of the transaction bundle. */
  transaction_bundle_id: number
  /** What the warning is about. */
  kind: 'transaction_bundle' | 'transaction' | 'membership' | 'donation'
  /** Identifier of the item that changed. */
  target_id: number
  /** The payment that it overlaps or repeats; null if there is none. */
  other_bundle_id: number | null
  /** The item that it overlaps or repeats; null if there is none. */
  other_id: number | null
  /** What changed or was involved. The keys depend on `kind`. */
  details: PaymentWarningDetails
  /** Whether it was settled. */
  state: 'open' | 'settled'
  /** When it was settled; null while it is open. */
  settled_at: string | null
  /** Who settled it; null while it is open. */
  settled_by: PersonName | null
  /** Why it was settled. */
  note: string
}

export type PaymentWarningDetails = {
  /** Amount in minor units, such as cents. */
  amount?: number
  /** What they should add up to, in minor units; 0 if unknown. */
  expected_amount?: number
  /** Currency, as an ISO 4217 code such as EUR. */
  currency?: string
  /** Currency of the price, as an ISO 4217 code. */
  expected_currency?: string
  /** Code of the campaign that led to the payment. */
  code_campaign?: string
  /** Number of the payment in another system, such as the bank; null if there is none. */
  external_transaction_id?: number
}

export type PaymentWarningList = {
  /** Always `success`. */
  status: 'success'
  /** The payment warnings. */
  data: PaymentWarning[]
  /** The number of records on all pages. */
  total: number
  /** How many payments have a warning that matches. */
  payments_count: number
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type PaymentWarningSettle = {
  /** The fields to write. */
  data: {
    /** Why nothing needs to change. */
    note?: string
  }
}

export type PaymentWarningSettleResponse = {
  /** Always `success`. */
  status: 'success'
  /** The payment warning. */
  data: PaymentWarning
}

export type PdfFile = Blob

export type Permission = 'users:read' | 'users:write' | 'users:invite' | 'roles:assign' | 'roles:write' | 'teams:read' | 'teams:write' | 'teams:manage' | 'catalogue:read' | 'catalogue:hidden' | 'catalogue:write' | 'finance:read' | 'finance:write' | 'finance:settings' | 'contacts:read' | 'contacts:sensitive' | 'contacts:write' | 'contacts:export' | 'filters:manage' | 'actions:read' | 'actions:write' | 'forms:read' | 'forms:write' | 'tokens:write' | 'clients:manage' | 'webhooks:manage' | 'audit:read' | 'privacy:manage' | 'space:manage'

export type PersonName = {
  /** Unique identifier. */
  id: number
  /** First name. */
  firstname: string
  /** Family name. */
  surname: string
}

export type PersonalData = {
  /** When the file was made. */
  made_at: string
  /** The space. */
  space: PersonalDataSpace
  /** Identifier of a contact of the space. */
  contact_id: number
  /** The contact, and the contacts merged into it. */
  contacts: {}[]
  /** The forms that the answers refer to. */
  forms: {}[]
  /** All other records about the person, by table. */
  records: Record<string, {}[]>
  /** What changed. */
  changes: {}[]
  /** Who read or changed their data. */
  audit: {}[]
}

export type PersonalDataSpace = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
}

export type PrivacyRequest = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Identifier of a contact of the space. */
  contact_id: number
  /** Articles 15 and 20, 17, 18 and 16 of the General Data Protection Regulation. */
  kind: 'access' | 'erasure' | 'restriction' | 'rectification'
  /** The state of the request. */
  state: 'open' | 'done' | 'refused' | 'lifted'
  /** When the person asked. */
  received_at: string
  /** One month after receipt, unless extended. */
  due_at: string
  /** Whether the request is overdue. */
  overdue: boolean
  /** When it was answered; null while it is open. */
  answered_at: string | null
  /** Identifier of the user who created it. */
  created_by: number
  /** Identifier of the user who answered it; null while it is open. */
  answered_by: number | null
  /** Notes, on one or more lines. */
  notes: string
}

export type PrivacyRequestComplete = {
  /** The fields to write. */
  data: {
    /** Required for an erasure: the id of the contact, as a confirmation. */
    confirm_contact_id?: number
  }
}

export type PrivacyRequestCompleteResponse = {
  /** Always `success`. */
  status: 'success'
  /** The completed privacy request. */
  data: CompletedPrivacyRequest
}

export type PrivacyRequestCreate = {
  /** The fields to write. */
  data: {
    /** Identifier of a contact of the space. */
    contact_id: number
    /** Articles 15 and 20, 17, 18 and 16 of the General Data Protection Regulation. */
    kind: 'access' | 'erasure' | 'restriction' | 'rectification'
    /** Now when left out. */
    received_at?: string
    /** Notes, on one or more lines. */
    notes?: string
  }
}

export type PrivacyRequestFindErased = {
  /** The fields to write. */
  data: {
    /** E-mail addresses. */
    mails: string[]
  }
}

export type PrivacyRequestFindErasedResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `erased`. */
  data: {
    /** The addresses that belong to erased people. */
    erased: string[]
  }
}

export type PrivacyRequestList = {
  /** Always `success`. */
  status: 'success'
  /** The privacy requests. */
  data: PrivacyRequest[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type PrivacyRequestRefuse = {
  /** The fields to write. */
  data: {
    /** Why the request is refused. */
    notes: string
  }
}

export type PrivacyRequestResponse = {
  /** Always `success`. */
  status: 'success'
  /** The privacy request. */
  data: PrivacyRequest
}

export type PrivacyRequestUpdate = {
  /** The fields to write. */
  data: {
    /** Notes, on one or more lines. */
    notes?: string
    /** At most three months after receipt. Tell the person why it is extended. */
    due_at?: string
  }
}

export type Problem = {
  /** Address of the documentation of this error. */
  type: string
  /** The kind of error, in a few words. */
  title: string
  /** The HTTP status. */
  status: number
  /** Stable code for programs. */
  code: 'invalid_json' | 'bad_request' | 'unauthenticated' | 'reauthentication_required' | 'forbidden' | 'second_factor_required' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'mail_taken' | 'already_member' | 'last_superadmin' | 'role_in_use' | 'idempotency_key_running' | 'idempotency_answer_erased' | 'cursor_expired' | 'precondition_failed' | 'too_large' | 'uri_too_long' | 'unsupported_media_type' | 'range_not_satisfiable' | 'invalid_request' | 'idempotency_key_reused' | 'period_closed' | 'contribution_refused' | 'rate_limited' | 'headers_too_large' | 'internal' | 'unavailable' | 'too_expensive'
  /** What is wrong and what to do, in a sentence. */
  detail: string
  /** The request id. Quote it when you ask for support. */
  instance: string
  /** The errors, one for each location. */
  errors?: ProblemError[]
}

export type ProblemError = {
  /** Where the error is, such as body.data.mail. */
  location: string
  /** What is wrong. */
  message: string
  /** The value that was sent, shortened; null if none was sent. */
  value: unknown
}

export type ProposedBankMatch = {
  /** `payment`: money of a transaction. `return`: the bank took money of a transaction back; recorded as a return unless one of the amount waits. `refund`: a refund of a transaction that left the account. `account`: an amount of the ledger, such as a fee. */
  kind: 'payment' | 'return' | 'refund' | 'account'
  /** Identifier of the transaction. */
  transaction_id?: number
  /** The number of an account in the ledger, such as 512000. */
  account?: string
  /** In minor units, such as cents; negative if the money left the account. */
  amount: number
  /** Of a return: why the bank took the money back. */
  reason?: string
}

export type ProposedBatch = {
  /** Unique identifier. */
  id: number
  /** Number of the deposit batch. */
  number: string
}

export type ProposedPayer = {
  /** Unique identifier. */
  id: number
  /** First name. */
  firstname: string
  /** Family name. */
  surname: string
  /** Town. */
  city: string
}

export type ProposedRule = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
  /** What lines of the rule are. */
  outcome: BankRuleOutcome
}

export type PublicTeam = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Name, on one line. */
  name: string
  /** Description, of any length. */
  description: string
  /** Who leads the team. */
  leaders: User[]
  /** The users. */
  users: User[]
  /** Whether the users of the team are hidden from people outside it. */
  hide_users: boolean
  /** Postal address. */
  address: Address | null
}

export type RecordReference = {
  /** Unique identifier. */
  id: number
}

export type RefValue = {
  /** Unique identifier. */
  id: number
  /** Identifier of a form. */
  form_id: number
  /** What the form asks, or what can be answered. */
  label: string
  /** What the value is called in files and programs. */
  value: string
  /** Whether it is archived. Records that refer to it keep it. */
  archived: boolean
}

export type RefValueChange = {
  /** Unique identifier. */
  id?: number
  /** What the form asks, or what can be answered. */
  label?: string
  /** What the value is called in files and programs. */
  value?: string
  /** Whether it is archived. Records that refer to it keep it. */
  archived?: boolean
}

export type Relationship = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** Identifier of the user who created it. */
  created_by: number
  /** The other contact. */
  contact: PersonName
  /** What the other contact is to the one in the path: `child` means that the other contact is their child. `cared_for` is the opposite of `caregiver`. */
  kind: 'parent' | 'child' | 'partner' | 'sibling' | 'friend' | 'colleague' | 'employer' | 'employee' | 'caregiver' | 'cared_for' | 'other'
  /** What they are to each other, if `kind` is `other`. */
  label: string
}

export type RelationshipCreate = {
  /** The fields to write. */
  data: {
    /** The other contact. */
    contact_id: number
    /** What the other contact is to the one in the path: `child` means that the other contact is their child. `cared_for` is the opposite of `caregiver`. */
    kind: 'parent' | 'child' | 'partner' | 'sibling' | 'friend' | 'colleague' | 'employer' | 'employee' | 'caregiver' | 'cared_for' | 'other'
    /** What they are to each other. Required if `kind` is `other`, and empty otherwise. */
    label?: string
  }
}

export type RelationshipCreateResponse = {
  /** Always `success`. */
  status: 'success'
  /** The relationship. */
  data: Relationship
}

export type RelationshipList = {
  /** Always `success`. */
  status: 'success'
  /** The relationships. */
  data: Relationship[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type RelationshipRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the relationship. */
    relationship_id: number
  }
}

export type ReplacedContact = {
  /** Unique identifier. */
  id?: number
  /** The id of the person in another system of yours. */
  external_id?: string | null
  /** First name. */
  firstname?: string | null
  /** Family name. */
  surname?: string | null
  /** Name by marriage, where it is used beside the family name. */
  married_name?: string | null
  /** `M`, `F` or `O`; empty if unknown. */
  gender?: '' | 'M' | 'F' | 'O' | null
  /** Date of birth; null if unknown. */
  birthdate?: string | '' | null
  /** Town of birth. */
  birth_city?: string | null
  /** A country by its code, such as FR, or its name. */
  birth_country?: string | null
  /** Department or district of birth. */
  birth_dept?: string | null
  /** Nationality, as a country code or in words. */
  nationality?: string | null
  /** E-mail address. */
  mail?: string | null
  /** Mobile telephone number. */
  mobile?: string | null
  /** Telephone number. */
  phone?: string | null
  /** Id of this person in NationBuilder; null if there is none. */
  nationbuilderid?: number | null
  /** Age category; 0 if unknown. */
  age_category?: number
  /** Not a telephone number, or marked by hand as one that does not work. */
  mobile_invalid?: boolean
  /** Not a telephone number, or marked by hand as one that does not work. */
  phone_invalid?: boolean
  /** Whether the person has opted out of being contacted. */
  black_list?: boolean
  /** Postal address. */
  address?: SentContactAddress | null
  /** Answers to the fields that the space has added. */
  custom_fields?: SentCustomField[] | null
  /** Answers to consents, surveys and other forms. */
  formdatas?: SentAnswer[] | null
  /** Tags of the contact. */
  tags?: SentTag[] | null
}

export type ReplacedTeam = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name?: string
  /** Description, of any length. */
  description?: string
  /** Visible only to its leaders and users, its creator, and users with the permission teams:manage. */
  private?: boolean
  /** Hides the list of users from people outside the team. */
  hide_users?: boolean
  /** Who leads the team. */
  leaders?: RecordReference[]
  /** The users. */
  users?: RecordReference[]
  /** Postal address. */
  address?: AddressInput | null
}

export type Reversal = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** The space it belongs to. */
  group_id: number
  /** Identifier of the transaction bundle. */
  transaction_bundle_id: number
  /** Identifier of a contact of the space. */
  contact_id: number
  /** Identifier of the transaction. */
  transaction_id: number
  /** A refund counts in `reimbursed_amount` of the transaction, a return in `unpaid_amount`. A cancelled one is subtracted again. */
  kind: 'refund' | 'return' | 'refund_cancelled' | 'return_cancelled'
  /** In minor units, such as cents. */
  amount: number
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** When it happened; a date without a time means midnight UTC. */
  date: string
  /** How the money went back. */
  payment_method_kind: string
  /** Its name at the bank, for example. */
  reference: string
  /** Why, in a sentence. */
  reason: string
  /** The reversal that this one cancels. */
  cancels: number | null
}

export type Role = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Name, on one line. */
  name: string
  /** What kind of role it is. */
  type: RoleType
  /** 1 superadmin, 2 admin, 3 manager, 4 user, 0 for every custom role. */
  order: number
  /** A colour such as #35508f. */
  color: string
  /** The lower the number, the higher the role. */
  rank: number
  /** For users who work in the console. */
  web: boolean
  /** For users who work in the field. */
  mobile: boolean
  /** Can only be set for a custom role. */
  permissions: Permission[]
}

export type RoleCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** A colour such as #35508f. */
    color?: string
    /** The lower the number, the higher the role. */
    rank?: number
    /** For users who work in the console. */
    web?: boolean
    /** For users who work in the field. */
    mobile?: boolean
    /** Can only be set for a custom role. */
    permissions?: Permission[]
  }
}

export type RoleList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `count` and `roles`. */
  data: {
    /** The number of records. */
    count: number
    /** The roles of the space. */
    roles: Role[]
  }
}

export type RoleRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of a role of the space. */
    role_id: number
  }
}

export type RoleResponse = {
  /** Always `success`. */
  status: 'success'
  /** The role. */
  data: Role
}

export type RoleSummary = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
  /** 1 superadmin, 2 admin, 3 manager, 4 user, 0 for every custom role. */
  order: number
  /** The lower the number, the higher the role. */
  rank: number
  /** What kind of role it is. */
  type: RoleType
}

export type RoleType = 'superadmin' | 'admin' | 'manager' | 'user' | 'custom'

export type RoleUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** A colour such as #35508f. */
    color?: string
    /** The lower the number, the higher the role. */
    rank?: number
    /** For users who work in the console. */
    web?: boolean
    /** For users who work in the field. */
    mobile?: boolean
    /** Can only be set for a custom role. */
    permissions?: Permission[]
  }
}

export type SavedFilter = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Identifier of a user of the space. */
  user_id: number
  /** Name, on one line. */
  name: string
  /** Whether all users of the space see it. */
  shared: boolean
  /** As in `POST /search`; an empty object matches all contacts. */
  query: {}
  /** The field to sort by. */
  sort_attr: SortAttribute
  /** Whether to sort from first to last. */
  sort_asc: boolean
  /** Whether the caller owns it. */
  own: boolean
}

export type SavedFilterCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** Whether all users of the space see it. */
    shared?: boolean
    /** As in `POST /search`; an empty object matches all contacts. */
    query: {}
    /** The field to sort by. */
    sort_attr?: SortAttribute
    /** Whether to sort from first to last. */
    sort_asc?: boolean
  }
}

export type SavedFilterList = {
  /** Always `success`. */
  status: 'success'
  /** The saved filters. */
  data: SavedFilter[]
  /** The number of records on all pages. */
  total: number
}

export type SavedFilterRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the saved filter. */
    saved_filter_id: number
  }
}

export type SavedFilterResponse = {
  /** Always `success`. */
  status: 'success'
  /** The saved filter. */
  data: SavedFilter
}

export type SavedFilterUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** Whether all users of the space see it. */
    shared?: boolean
    /** As in `POST /search`; an empty object matches all contacts. */
    query?: {}
    /** The field to sort by. */
    sort_attr?: SortAttribute
    /** Whether to sort from first to last. */
    sort_asc?: boolean
  }
}

export type Script = string

export type SearchCount = {
  /** The fields to write. */
  data: {
    /** The conditions on the contacts to count. */
    advanced_search: CountedSearch
  }
}

export type SearchCountResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `total`. */
  data: {
    /** The number of records on all pages. */
    total: number
  }
}

export type SearchRequest = {
  /** The fields to write. */
  data: {
    /** The conditions on the contacts, and the order and page to return. */
    advanced_search: AdvancedSearch
  }
}

export type SearchResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `contacts`, `total`, `total_is_capped` and `next_cursor`. */
  data: {
    /** The contacts. */
    contacts: Contact[]
    /** Null only with `total: none`. */
    total: number | null
    /** Whether more contacts match than `total`; only with `total: capped`. */
    total_is_capped: boolean
    /** Send it as `cursor` for the next page. */
    next_cursor: string | null
  }
}

export type SentActionAddress = {
  /** Street. */
  street?: string
  /** Town. */
  city?: string
  /** State or region. */
  state?: string
  /** Country. */
  country?: string
  /** Second line of the address. */
  addition?: string
  /** How to find the door. */
  infos?: string
  /** Building. */
  building?: string
  /** Door. */
  door?: string
  /** Polling station. */
  pollingstation?: string
  /** House number. */
  housenumber?: number | string
  /** Postal code. */
  postalcode?: number | string
  /** Official code of the town. */
  citycode?: number | string
  /** Floor. */
  floor?: number | string
  /** House number. */
  house_number?: string
  /** Postal code. */
  postal_code?: string
  /** Official code of the town. */
  city_code?: string
  /** Floor, as it is written. */
  floor_name?: string
  /** Decimal degrees such as 45.7781, or empty. */
  latitude?: string
  /** Decimal degrees such as 45.7781, or empty. */
  longitude?: string
}

export type SentAnswer = {
  /** What was answered, as text; empty where a value was chosen. */
  data: string | null
  /** Identifier of a form. */
  form_id: number
  /** Identifier of the value of the form that was chosen. */
  form_ref_id: number
  /** When it happened; a date without a time means midnight UTC. */
  date?: string | null
  /** The survey that the answer came with; null if there was none. */
  survey_id?: number | null
  /** The source of the answer. */
  source?: string | null
  /** The version of a consent’s text that was shown; the current one if it is left out. */
  form_version?: number | null
}

export type SentContact = {
  /** The id of the person in another system of yours. */
  external_id?: string | null
  /** First name. */
  firstname?: string | null
  /** Family name. */
  surname?: string | null
  /** Name by marriage, where it is used beside the family name. */
  married_name?: string | null
  /** `M`, `F` or `O`; empty if unknown. */
  gender?: '' | 'M' | 'F' | 'O' | null
  /** Date of birth; null if unknown. */
  birthdate?: string | '' | null
  /** Town of birth. */
  birth_city?: string | null
  /** A country by its code, such as FR, or its name. */
  birth_country?: string | null
  /** Department or district of birth. */
  birth_dept?: string | null
  /** Nationality, as a country code or in words. */
  nationality?: string | null
  /** E-mail address. */
  mail?: string | null
  /** Mobile telephone number. */
  mobile?: string | null
  /** Telephone number. */
  phone?: string | null
  /** Id of this person in NationBuilder; null if there is none. */
  nationbuilderid?: number | null
  /** Age category; 0 if unknown. */
  age_category?: number
  /** Not a telephone number, or marked by hand as one that does not work. */
  mobile_invalid?: boolean
  /** Not a telephone number, or marked by hand as one that does not work. */
  phone_invalid?: boolean
  /** Whether the person has opted out of being contacted. */
  black_list?: boolean
  /** Postal address. */
  address?: SentContactAddress | null
  /** Answers to the fields that the space has added. */
  custom_fields?: SentCustomField[] | null
  /** Answers to consents, surveys and other forms. */
  formdatas?: SentAnswer[] | null
  /** Tags of the contact. */
  tags?: SentTag[] | null
}

export type SentContactAddress = {
  /** House number. */
  house_number?: string | number | null
  /** House number. */
  housenumber?: string | number | null
  /** Street. */
  street?: string | number | null
  /** Second line of the address. */
  addition?: string | number | null
  /** Building. */
  building?: string | number | null
  /** Kind of building. */
  building_type?: string | number | null
  /** Floor. */
  floor?: string | number | null
  /** Door. */
  door?: string | number | null
  /** How to find the door. */
  infos?: string | number | null
  /** Postal code. */
  postal_code?: string | number | null
  /** Postal code. */
  postalcode?: string | number | null
  /** Official code of the town. */
  citycode?: string | number | null
  /** Town. */
  city?: string | number | null
  /** County or department. */
  county?: string | number | null
  /** State or region. */
  state?: string | number | null
  /** Country. */
  country?: string | number | null
  /** Polling station. */
  pollingstation?: string | number | null
  /** Latitude in decimal degrees, or empty. */
  latitude?: string | number | null
  /** Latitude in decimal degrees, or empty. */
  lattitude?: string | number | null
  /** Longitude in decimal degrees, or empty. */
  longitude?: string | number | null
  /** The confidence of the geocoder in the address; 0 if unknown. */
  score?: number | null
}

export type SentCustomField = {
  /** What was answered, as text; empty where a value was chosen. */
  data: string | null
  /** Identifier of a form. */
  form_id: number
  /** Identifier of the value of the form that was chosen. */
  form_ref_id: number
}

export type SentTag = {
  /** Name, on one line. */
  name: string
}

export type SentVisitAnswer = {
  /** Identifier of a form. */
  form_id: number
  /** Identifier of the value of the form that was chosen. */
  form_ref_id: number
  /** The answer as text. Empty where a value was chosen. */
  data?: string
  /** The version of a consent’s text that was shown; the current one if it is left out. */
  form_version?: number
}

export type Session = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it was last used. */
  updated_at: string
  /** When it stops working. */
  expires_at: string
  /** The user agent of the browser. */
  agent: string
  /** Whether the token in use belongs to this session. */
  current: boolean
}

export type SessionEndOthersResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** How many were ended. */
    ended: number
  }
}

export type SessionEndResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the session. */
    session_id: number
  }
}

export type SessionList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `sessions`. */
  data: {
    /** The browsers that the caller is signed in with. */
    sessions: Session[]
  }
}

export type SetUpCreate = {
  /** The space. */
  space?: string
  language?: 'en' | 'fr'
  /** The time zone of the space, in which its days begin: a name of the IANA database. */
  time_zone?: string
  /** First name. */
  firstname?: string
  /** Family name. */
  surname?: string
  /** E-mail address. */
  mail?: string
  /** The password to sign in with. */
  password?: string
}

export type SimilarContact = {
  /** The contact. */
  contact: ContactSummary
  /** What the contact and the person have in common. */
  reasons: ('birthdate' | 'mail' | 'mobile' | 'phone' | 'name')[]
  /** `strong` only if both have the same first name and surname and nothing known about them differs. */
  strength: 'strong' | 'likely' | 'possible'
  /** What speaks against one person: values that both have and that differ. */
  differences: DuplicateDifference[]
  /** Their last payment; null if there is none, and without the permission `finance:read`. */
  last_payment: LastPaymentOfContact | null
}

export type SortAttribute = 'id' | 'created_at' | 'CreatedAt' | 'updated_at' | 'UpdatedAt' | 'lastchange' | 'external_id' | 'firstname' | 'surname' | 'married_name' | 'gender' | 'birthdate' | 'age_category' | 'birth_city' | 'birth_country' | 'nationality' | 'mail' | 'mobile' | 'mobile_invalid' | 'phone' | 'phone_invalid' | 'black_list' | 'membership_code' | 'membership_number' | 'house_number' | 'housenumber' | 'street' | 'addition' | 'building' | 'floor' | 'door' | 'infos' | 'postal_code' | 'postalcode' | 'city_code' | 'citycode' | 'city' | 'county' | 'state' | 'country' | 'polling_station' | 'pollingstation' | 'latitude' | 'lattitude' | 'longitude' | 'address.house_number' | 'address.housenumber' | 'address.street' | 'address.addition' | 'address.building' | 'address.floor' | 'address.door' | 'address.infos' | 'address.postal_code' | 'address.postalcode' | 'address.city_code' | 'address.citycode' | 'address.city' | 'address.county' | 'address.state' | 'address.country' | 'address.polling_station' | 'address.pollingstation' | 'address.latitude' | 'address.lattitude' | 'address.longitude'

export type Space = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Name, on one line. */
  name: string
  /** A language such as fr or en-GB. */
  locale: string
  /** The time zone of the space, in which its days begin: a name of the IANA database. */
  time_zone: string
  /** Whether users need a second factor, such as an authenticator app, to act in this space. */
  second_factor_required: boolean
}

export type SpaceList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `count` and `spaces`. */
  data: {
    /** The number of records. */
    count: number
    /** The spaces. */
    spaces: Space[]
  }
}

export type SpaceName = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
  /** A language such as fr or en-GB. */
  locale: string
  /** The time zone of the space, in which its days begin: a name of the IANA database. */
  time_zone: string
}

export type SpaceResponse = {
  /** Always `success`. */
  status: 'success'
  /** The space. */
  data: Space
}

export type SpaceUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** A language such as fr or en-GB. */
    locale?: string
    /** The time zone of the space, in which its days begin: a name of the IANA database. */
    time_zone?: string
    /** Whether users need a second factor, such as an authenticator app, to act in this space. */
    second_factor_required?: boolean
  }
}

export type SpreadsheetFile = Blob

export type StatisticsResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `from`, `to`, `months`, `by_payment_method`, `by_campaign` and `by_status`. */
  data: {
    /** Start of the period; a date without a time means the start of that day. */
    from: string
    /** End of the period; a date without a time includes that day. */
    to: string
    /** The sums of each month and currency. */
    months: StatisticsResponseMonth[]
    /** The sums of each payment method. */
    by_payment_method: StatisticsResponseByPaymentMethod[]
    /** The sums of each campaign code. */
    by_campaign: StatisticsResponseByCampaign[]
    /** The sums of each status. */
    by_status: StatisticsResponseByStatus[]
  }
}

export type StatisticsResponseByCampaign = {
  /** Code of the campaign that led to the payment. */
  code_campaign: string
  /** In capitals. Sums never mix currencies. */
  currency: string
  /** Received payments, less what was reimbursed or returned. Each counts on its own date, so it can be negative. */
  collected: number
  /** Payments not yet received, in minor units. */
  pending: number
  /** Refunds, in minor units. */
  refunded: number
  /** Unpaid amounts, in minor units. */
  unpaid: number
  /** The number of transactions, without cancelled ones. */
  transactions: number
}

export type StatisticsResponseByPaymentMethod = {
  /** How it was paid, as one of the kinds in the settings. */
  payment_method_kind: string
  /** In capitals. Sums never mix currencies. */
  currency: string
  /** Received payments, less what was reimbursed or returned. Each counts on its own date, so it can be negative. */
  collected: number
  /** Payments not yet received, in minor units. */
  pending: number
  /** Refunds, in minor units. */
  refunded: number
  /** Unpaid amounts, in minor units. */
  unpaid: number
  /** The number of transactions, without cancelled ones. */
  transactions: number
}

export type StatisticsResponseByStatus = {
  /** Identifier of a transaction status. */
  status_id: number | null
  /** Name, on one line. */
  name: string
  /** The kind of the status, such as valid. */
  kind: string
  /** In capitals. Sums never mix currencies. */
  currency: string
  /** Received payments, less what was reimbursed or returned. Each counts on its own date, so it can be negative. */
  collected: number
  /** Payments not yet received, in minor units. */
  pending: number
  /** Refunds, in minor units. */
  refunded: number
  /** Unpaid amounts, in minor units. */
  unpaid: number
  /** The number of transactions, without cancelled ones. */
  transactions: number
}

export type StatisticsResponseMonth = {
  /** As 2026-05. */
  month: string
  /** In capitals. Sums never mix currencies. */
  currency: string
  /** Received payments, less what was reimbursed or returned. Each counts on its own date, so it can be negative. */
  collected: number
  /** Payments not yet received, in minor units. */
  pending: number
  /** Refunds, in minor units. */
  refunded: number
  /** Unpaid amounts, in minor units. */
  unpaid: number
  /** The number of transactions, without cancelled ones. */
  transactions: number
  /** Received for donations, in minor units. */
  donations: number
  /** Received for memberships, in minor units. */
  memberships: number
}

export type StoredBulkAction = {
  /** Unique identifier. */
  id: number
}

export type StoredBulkAnswer = {
  /** Identifier of a form. */
  form_id: number
  /** Identifier of the value of the form that was chosen. */
  form_ref_id: number
  /** What was answered, as text. */
  data: string | null
}

export type StoredBulkChangeContent = {
  /** Tags that are added and removed. */
  tags?: StoredBulkTags
  /** The fields and their new value, as they were sent. */
  fields?: Record<string, unknown>
  /** The answer that the contacts get. */
  answer?: StoredBulkAnswer
  /** The form whose answers are removed. */
  remove_answer?: StoredBulkRemovedAnswer
  /** Whether the contacts are deleted. */
  archive?: boolean
  /** The action that the contacts are added to. */
  action?: StoredBulkAction
}

export type StoredBulkRemovedAnswer = {
  /** Identifier of a form. */
  form_id: number
  /** Identifier of the value of the form that was chosen. */
  form_ref_id?: number
}

export type StoredBulkTags = {
  /** Tags to add. */
  add: string[]
  /** Tags to remove. */
  remove: string[]
}

export type StoredFile = Blob

export type StreetMap = {
  /** `space` if the space has uploaded it, `server` if the operator of this server offers it to all spaces. */
  source: 'space' | 'server'
  /** The name of its file. */
  name: string
  /** Changes with its contents. Needed to read them. */
  version: string
  /** Its size in bytes. */
  bytes: number
  /** The western edge of the region, in degrees. */
  west: number
  /** The southern edge of the region, in degrees. */
  south: number
  /** The eastern edge of the region, in degrees. */
  east: number
  /** The northern edge of the region, in degrees. */
  north: number
  /** The lowest zoom level it has. */
  zoom_min: number
  /** The highest zoom level it has. */
  zoom_max: number
  /** Who must be named beside the map. */
  attribution: string
  /** When it was created. */
  created_at: string | null
  /** Who did it. */
  user: PersonName | null
}

export type StyleSheet = string

export type SummaryOfContact = {
  /** Identifier of a contact of the space. */
  contact_id: number
  /** The membership. Null without the permission `finance:read`. */
  membership: MembershipSummary | null
  /** What they paid, by currency; that of the space comes first. Null without the permission `finance:read`. */
  given: GivenSummary[] | null
  /** The last visit at which they were met; null if there was none. */
  last_conversation: Conversation | null
  /** The consent forms with the last answer to each. Null without the permission `contacts:sensitive`. */
  consents: ConsentSummary[] | null
  /** Teams of the user who has the mail address of the contact. */
  teams: TeamOfContact[]
  /** Actions that the contact is in: current ones first, at most 20. */
  actions: ActionOfContact[]
  /** How many tasks about them are open. */
  open_tasks: number
}

export type Suspension = {
  /** The suspended user. */
  user: PersonName
  /** When the user was suspended. */
  suspended_at: string
  /** Who suspended the user; null if unknown. */
  suspended_by: PersonName | null
  /** Why, in a sentence. */
  reason: string
}

export type SuspensionCreate = {
  /** The fields to write. */
  data: {
    /** Identifier of a user of the space. */
    user_id: number
    /** Why, in a sentence. */
    reason?: string
  }
}

export type SuspensionCreateResponse = {
  /** Always `success`. */
  status: 'success'
  /** The suspension. */
  data: Suspension
}

export type SuspensionEndResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of a user of the space. */
    user_id: number
  }
}

export type SuspensionList = {
  /** Always `success`. */
  status: 'success'
  /** The suspensions. */
  data: Suspension[]
  /** The number of records on all pages. */
  total: number
}

export type SystemCheckHealthResponse = {
  /** Always `ok`. */
  status: 'ok'
  /** The version of Muster. */
  version: string
  /** The numbers of the nodes of a Citus cluster that cannot be reached. Requests for the spaces there are answered 503. Left out if there are none. */
  unreachable_nodes?: number[]
}

export type SystemReadOpenapiResponse = {
  /** The version of OpenAPI that the document follows. */
  openapi: string
}

export type Tag = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
  /** How many contacts have the tag. */
  contacts: number
}

export type TagChange = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** Who did it. */
  user: PersonName
  /** Tags to add. */
  add: string[]
  /** Tags to remove. */
  remove: string[]
  /** `done` if no job was needed. */
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  /** The job that processes it; null if it was done at once. */
  job_id: number | null
  /** How many contacts have been processed so far. */
  matched: number
  /** How many of them have changed. */
  changed: number
}

export type TagChangeRequest = {
  /** The fields to write. */
  data: {
    /** Tags to add; new tags are created. */
    add?: string[]
    /** Tags to remove. */
    remove?: string[]
    /** The contacts; either these or `query`. */
    contact_ids?: number[]
    /** The contacts, as in `POST /search`. */
    query?: unknown
  }
}

export type TagChangeResponse = {
  /** Always `success`. */
  status: 'success'
  /** The tag change. */
  data: TagChange
}

export type TagList = {
  /** Always `success`. */
  status: 'success'
  /** The tags. */
  data: Tag[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type Task = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Identifier of the user who created it. */
  created_by: number
  /** The user who created it. */
  author: PersonName
  /** What there is to do, on one line. Empty if it named a person who was erased. */
  title: string
  /** More about it, in Markdown. */
  text: string
  /** The contact that the task is about; null if there is none. */
  contact_id: number | null
  /** The contact that the task is about; null if there is none, or if the caller does not see contacts. */
  contact: PersonName | null
  /** The user who should do it; null if no user is assigned. */
  assignee_id: number | null
  /** The user who should do it; null if no user is assigned. */
  assignee: PersonName | null
  /** The day by which it should be done, such as 2026-05-31; null if there is none. */
  due_date: string | null
  /** Whether it is done. */
  done: boolean
  /** When it was done; null while it is open. */
  done_at: string | null
  /** Identifier of the user who marked it as done; null while it is open. */
  done_by: number | null
}

export type TaskCreate = {
  /** The fields to write. */
  data: {
    /** What there is to do, on one line. */
    title: string
    /** What there is to do, in Markdown. */
    text?: string
    /** The contact that the task is about; null if there is none. */
    contact_id?: number | null
    /** The user who should do it; null if no user is assigned. */
    assignee_id?: number | null
    /** The day by which it should be done, such as 2026-05-31; null if there is none. */
    due_date?: string | null
  }
}

export type TaskList = {
  /** Always `success`. */
  status: 'success'
  /** The tasks. */
  data: Task[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type TaskRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the task. */
    task_id: number
  }
}

export type TaskResponse = {
  /** Always `success`. */
  status: 'success'
  /** The task. */
  data: Task
}

export type TaskUpdate = {
  /** The fields to write. */
  data: {
    /** What there is to do, on one line. */
    title?: string
    /** What there is to do, in Markdown. */
    text?: string
    /** The contact that the task is about; null if there is none. */
    contact_id?: number | null
    /** The user who should do it; null if no user is assigned. */
    assignee_id?: number | null
    /** The day by which it should be done, such as 2026-05-31; null if there is none. */
    due_date?: string | null
    /** Whether it is done. */
    done?: boolean
  }
}

export type Team = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Name, on one line. */
  name: string
  /** Description, of any length. */
  description: string
  /** Whether only its users, its creator and users who manage teams see the team. */
  private: boolean
  /** Whether the users of the team are hidden from people outside it. */
  hide_users: boolean
  /** Who leads the team. */
  leaders: TeamMember[]
  /** The users. */
  users: TeamMember[]
  /** Postal address. */
  address: Address | null
}

export type TeamCreate = {
  /** The fields to write. */
  data: {
    /** The team. */
    team: NewTeam
  }
}

export type TeamList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `teams`. */
  data: {
    /** The teams. */
    teams: Team[]
  }
}

export type TeamListPublicResponse = PublicTeam[]

export type TeamMember = {
  /** Unique identifier. */
  id: number
  /** First name. */
  firstname: string
  /** Family name. */
  surname: string
  /** E-mail address. */
  mail: string
  /** Address of a picture of the person, or empty. */
  avatar: string
  /** Telephone number. */
  phone: string
  /** The name of the role. */
  role: string
  /** The role with its rank and type. */
  role_data: TeamMemberRoleData
}

export type TeamMemberRoleData = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
  /** Colour to show it in, such as #35508f. */
  color: string
  /** What kind of role it is. */
  type: RoleType
  /** 1 superadmin, 2 admin, 3 manager, 4 user, 0 for every custom role. */
  order: number
  /** The lower the number, the higher the role. */
  rank: number
}

export type TeamOfContact = {
  /** Unique identifier. */
  id: number
  /** Name, on one line. */
  name: string
  /** Whether they lead the team. */
  leader: boolean
}

export type TeamRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of a team; null if there is none. */
    team_id: number
  }
}

export type TeamReplace = {
  /** The fields to write. */
  data: {
    /** The team. */
    team: ReplacedTeam
  }
}

export type TeamResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `team`. */
  data: {
    /** The team. */
    team: Team
  }
}

export type TimelineCounts = {
  /** Entries about payments; null if the caller may not see them. */
  payments: number | null
  /** Entries about visits; null if the caller may not see them. */
  visits: number | null
  /** Entries about answers; null if the caller may not see them. */
  answers: number | null
  /** Entries about notes; null if the caller may not see them. */
  notes: number | null
  /** Entries about tasks; null if the caller may not see them. */
  tasks: number | null
  /** Entries about files; null if the caller may not see them. */
  files: number | null
  /** Entries about changes; null if the caller may not see them. */
  changes: number | null
}

export type TimelineEntry = {
  /** When it happened. */
  at: string
  /** What happened. */
  kind: 'transaction' | 'membership' | 'donation' | 'visit' | 'consent' | 'answer' | 'note' | 'task' | 'task_done' | 'file' | 'created' | 'updated' | 'restored' | 'merge' | 'merge_undone'
  /** Unique identifier. */
  id: number
  /** What happened, in a few words. */
  title: string
  /** More details; empty if there are none. Of a note its text, in Markdown. */
  detail: string
  /** Amount in minor units, such as cents. */
  amount: number | null
  /** Currency, as an ISO 4217 code such as EUR. */
  currency: string
  /** Identifier of the transaction bundle. */
  transaction_bundle_id: number | null
  /** Identifier of an action; null if there is none. */
  action_id: number | null
  /** How a transaction was paid; empty for everything else. */
  payment_method_kind: string
  /** The name of the status of a transaction; empty if it has none. */
  status: string
  /** Whether the money of a transaction was received; null for everything else. */
  received: boolean | null
  /** The type of the form of an answer, such as `date`; empty for everything else. */
  answer_type: string
  /** Whether the caller wrote a note; null for everything else. */
  own: boolean | null
  /** Whether a note is pinned; null for everything else. */
  pinned: boolean | null
  /** The users whom a note mentions; empty for everything else. */
  mentions: PersonName[]
  /** What a change replaced, for two years. Tags and answers need `contacts:sensitive`. Empty for everything else, and for changes by versions of Muster that did not record it. */
  changes: ValueChange[]
  /** Where the values of a change came from, such as `import 12`; empty if unknown. */
  source: string
  /** Who did it. */
  user: PersonName | null
}

export type Token = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it stops working. */
  expires_at: string
  /** Name, on one line. */
  name: string
  /** The permissions the token is limited to; null for all permissions of its owner. */
  scopes: string[] | null
  /** The owner of the token. */
  user: PersonName
}

export type TokenCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** All permissions of the role when left out. */
    scopes?: Permission[]
    /** The lifetime in days. */
    days?: number
  }
}

export type TokenCreateResponse = {
  /** Always `success`. */
  status: 'success'
  /** The token with secret. */
  data: TokenWithSecret
}

export type TokenEndResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the access token that was used; null if there was none. */
    token_id: number
  }
}

export type TokenList = {
  /** Always `success`. */
  status: 'success'
  /** The tokens. */
  data: Token[]
  /** The number of records on all pages. */
  total: number
}

export type TokenWithSecret = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it stops working. */
  expires_at: string
  /** Name, on one line. */
  name: string
  /** The permissions the token is limited to; null for all permissions of its owner. */
  scopes: string[] | null
  /** The owner of the token. */
  user: PersonName
  /** Only in the first response. Null when the request is repeated, because the secret is not stored. */
  secret: string | null
}

export type TotalMode = 'exact' | 'capped' | 'none'

export type Transaction = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** The space it belongs to. */
  group_id: number
  /** Identifier of the transaction bundle. */
  transaction_bundle_id: number
  /** In minor units, such as cents. */
  amount: number
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** One of the kinds in the settings, or empty. */
  payment_method_kind: string
  /** Any JSON object; returned byte for byte as it was sent. */
  payment_method: {}
  /** Identifier of a contact of the space. */
  contact_id: number
  /** When it happened; a date without a time means midnight UTC. */
  date: string
  /** Code of the campaign that led to the payment. */
  code_campaign: string
  /** When a receipt was delivered; null if none was. */
  delivered_at: string | null
  /** Token of the delivery of the receipt. */
  delivery_token: string
  /** A note, on one or more lines. */
  comment: string
  /** When the comment was written; null if there is none. */
  comment_date: string | null
  /** In minor units, such as cents. */
  reimbursed_amount: number
  /** In minor units, such as cents. */
  unpaid_amount: number
  /** Number of the payment in another system, such as the bank; null if there is none. */
  external_transaction_id: number | null
  /** Identifier of a transaction status. */
  status_id: number | null
  /** Any JSON object; returned byte for byte as it was sent. */
  extra_json: {}
}

export type TransactionBatch = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** The prefix from the settings and a serial number. */
  number: string
  /** Name, on one line. */
  name: string
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** The progress of the deposit. */
  state: 'open' | 'closed' | 'deposited'
  /** How many transactions there should be; 0 if unknown. */
  expected_count: number
  /** In minor units, such as cents. */
  expected_amount: number
  /** The number of transactions in the batch. */
  count: number
  /** The sum of their amounts. */
  amount: number
  /** When the batch was closed; null while it is open. */
  closed_at: string | null
  /** When the batch was deposited; null if it was not yet. */
  deposited_at: string | null
  /** Identifiers of transactions. */
  transaction_ids: number[]
}

export type TransactionBatchAddTransactions = {
  /** The fields to write. */
  data: {
    /** Identifiers of transactions. */
    transaction_ids: number[]
  }
}

export type TransactionBatchCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** An ISO 4217 code, such as EUR. */
    currency?: Currency
    /** How many transactions there should be; 0 if unknown. */
    expected_count?: number
    /** In minor units, such as cents. */
    expected_amount?: number
  }
}

export type TransactionBatchList = {
  /** Always `success`. */
  status: 'success'
  /** The transaction batches. */
  data: TransactionBatch[]
  /** The number of records on all pages. */
  total: number
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type TransactionBatchResponse = {
  /** Always `success`. */
  status: 'success'
  /** The transaction batch. */
  data: TransactionBatch
}

export type TransactionBatchSumResponse = {
  /** Always `success`. */
  status: 'success'
  /** The currency sums. */
  data: CurrencySum[]
}

export type TransactionBatchUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** How many transactions there should be; 0 if unknown. */
    expected_count?: number
    /** In minor units, such as cents. */
    expected_amount?: number
  }
}

export type TransactionBundle = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** The space it belongs to. */
  group_id: number
  /** The payments of the bundle. */
  transactions: Transaction[]
  /** The memberships that are paid for. */
  memberships: Membership[]
  /** The donations that are paid. */
  donations: Donation[]
  /** Refunds and returns of its transactions. Left out if there are none. */
  reversals?: Reversal[]
  /** How many items the bundle has. */
  summary: TransactionBundleSummary
}

export type TransactionBundleCreate = {
  /** The fields to write. */
  data: {
    /** The name of this payment in the system it comes from, such as `civicrm 812`. A second bundle with the same origin is refused (409). It is not part of the response; `?origin=` of the list finds the bundle. */
    origin?: string
    /** The payments of the bundle. */
    transactions?: NewTransaction[]
    /** The memberships that are paid for. */
    memberships?: NewMembership[]
    /** The donations that are paid. */
    donations?: NewDonation[]
  }
}

export type TransactionBundleCreateResponse = {
  /** Always `success`. */
  status: 'success'
  /** The transaction bundle. */
  data: TransactionBundle
  /** What the checks of the space found. Left out if there is nothing. */
  warnings?: PaymentFinding[]
}

export type TransactionBundleList = {
  /** Always `success`. */
  status: 'success'
  /** The transaction bundles. */
  data: TransactionBundle[]
  /** The number of records on all pages. */
  total: number
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type TransactionBundleReadHistoryResponse = {
  /** Always `success`. */
  status: 'success'
  /** The bundle history entries. */
  data: BundleHistoryEntry[]
  /** The number of records on all pages. */
  total: number
}

export type TransactionBundleRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the transaction bundle. */
    transaction_bundle_id: number
  }
}

export type TransactionBundleResponse = {
  /** Always `success`. */
  status: 'success'
  /** The transaction bundle. */
  data: TransactionBundle
}

export type TransactionBundleSumResponse = {
  /** Always `success`. */
  status: 'success'
  /** The currency sums. */
  data: CurrencySum[]
}

export type TransactionBundleSummary = {
  /** How many transactions the bundle has. */
  transactions_count: number
  /** How many memberships the bundle has. */
  memberships_count: number
  /** How many donations the bundle has. */
  donations_count: number
}

export type TransactionBundleUpdate = {
  /** The fields to write. */
  data: {
    /** Unique identifier. */
    id?: number
    /** The payments of the bundle. */
    transactions?: TransactionChange[]
    /** The memberships that are paid for. */
    memberships?: MembershipChange[]
    /** The donations that are paid. */
    donations?: DonationChange[]
    /** Why it is changed, such as `The cheque says 64 €.` Not part of the bundle: the history shows it, as `source.reason`. It is never erased, so it must not contain personal data. */
    reason?: string
  }
}

export type TransactionCancelReversal = {
  /** The fields to write. */
  data: {
    /** Why the money went back. */
    reason: string
    /** Now by default, and in an open period. */
    date?: string
  }
}

export type TransactionChange = {
  /** In minor units, such as cents. */
  amount?: number
  /** An ISO 4217 code, such as EUR. */
  currency?: Currency
  /** One of the kinds in the settings, or empty. */
  payment_method_kind?: string
  /** Any JSON object; returned byte for byte as it was sent. */
  payment_method?: {}
  /** Identifier of a contact of the space. */
  contact_id?: number
  /** When it happened; a date without a time means midnight UTC. */
  date?: string
  /** Code of the campaign that led to the payment. */
  code_campaign?: string
  /** When a receipt was delivered; null if none was. */
  delivered_at?: string | null
  /** Token of the delivery of the receipt. */
  delivery_token?: string
  /** A note, on one or more lines. */
  comment?: string
  /** When the comment was written; null if there is none. */
  comment_date?: string | null
  /** In minor units, such as cents. */
  reimbursed_amount?: number
  /** In minor units, such as cents. */
  unpaid_amount?: number
  /** Number of the payment in another system, such as the bank; null if there is none. */
  external_transaction_id?: number | null
  /** Identifier of a transaction status. */
  status_id?: number | null
  /** Any JSON object; returned byte for byte as it was sent. */
  extra_json?: {}
  /** Unique identifier. */
  id?: number
}

export type TransactionReadReversalsResponse = {
  /** Always `success`. */
  status: 'success'
  /** The reversals. */
  data: Reversal[]
  /** The number of records on all pages. */
  total: number
}

export type TransactionRefund = {
  /** The fields to write. */
  data: {
    /** In minor units; at most what is left of the payment. */
    amount: number
    /** Now by default. Not before the payment, and in an open period. */
    date?: string
    /** Why the money went back. */
    reason: string
    /** How the money went back; by default as it came. */
    payment_method_kind?: string
    /** Its name at the bank, for example. */
    reference?: string
  }
}

export type TransactionRefundResponse = {
  /** Always `success`. */
  status: 'success'
  /** The reversal. */
  data: Reversal
}

export type TransactionSettings = {
  /** How payments can be made. */
  payment_method_kinds: string[]
  /** The most transactions that a deposit batch can hold. */
  max_batch_size: number
  /** Status of a transaction that names none; null if there is no such default. */
  default_status_id: number | null
  /** Price of a membership that names none; null if there is no such default. */
  default_membership_price_id: number | null
  /** Price of a donation that names none; null if there is no such default. */
  default_donation_price_id: number | null
  /** Prefix of the numbers of deposit batches. */
  batch_prefix: string
  /** The last number given to a deposit batch. */
  batch_serial: number
  /** The last membership number given. */
  membership_serial: number
  /** Prefix of membership numbers. */
  membership_prefix: string
  /** Any JSON object; returned byte for byte as it was sent. */
  additional_settings: {}
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** Named periods. With at least one, payments can only be written or changed in an open period. */
  open_periods: Record<string, OpenPeriod>
  /** When a deposit batch last received a number; null if none has. */
  batch_serial_updated_at: string | null
}

export type TransactionSettingsResponse = {
  /** Always `success`. */
  status: 'success'
  /** The transaction settings. */
  data: TransactionSettings
}

export type TransactionSettingsUpdate = {
  /** The fields to write. */
  data: {
    /** How payments can be made. */
    payment_method_kinds?: string[]
    /** The most transactions that a deposit batch can hold. */
    max_batch_size?: number
    /** Status of a transaction that names none; null if there is no such default. */
    default_status_id?: number | null
    /** Price of a membership that names none; null if there is no such default. */
    default_membership_price_id?: number | null
    /** Price of a donation that names none; null if there is no such default. */
    default_donation_price_id?: number | null
    /** Prefix of the numbers of deposit batches. */
    batch_prefix?: string
    /** The last number given to a deposit batch. */
    batch_serial?: number
    /** The last membership number given. */
    membership_serial?: number
    /** Prefix of membership numbers. */
    membership_prefix?: string
    /** Any JSON object; returned byte for byte as it was sent. */
    additional_settings?: {}
    /** An ISO 4217 code, such as EUR. */
    currency?: Currency
    /** Named periods. With at least one, payments can only be written or changed in an open period. */
    open_periods?: Record<string, OpenPeriod>
  }
}

export type TransactionStatus = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** Name, on one line. */
  name: string
  /** Colour to show it in, such as #35508f. */
  color: string
  /** Any word. Built in: valid, pending, unpaid, bank_error, reimbursed, cancel and other. It cannot change once a transaction uses the status. */
  kind: string
  /** Not available for new transactions. Transactions that have it keep it. */
  archived: boolean
}

export type TransactionStatusCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** Colour to show it in, such as #35508f. */
    color?: string
    /** Any word. Built in: valid, pending, unpaid, bank_error, reimbursed, cancel and other. It cannot change once a transaction uses the status. */
    kind?: string
    /** Whether it is archived. Records that refer to it keep it. */
    archived?: boolean
  }
}

export type TransactionStatusList = {
  /** Always `success`. */
  status: 'success'
  /** The transaction statuses. */
  data: TransactionStatus[]
  /** The number of records on all pages. */
  total: number
}

export type TransactionStatusRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Unique identifier. */
    id: number
  }
}

export type TransactionStatusResponse = {
  /** Always `success`. */
  status: 'success'
  /** The transaction status. */
  data: TransactionStatus
}

export type TransactionStatusUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** Colour to show it in, such as #35508f. */
    color?: string
    /** Any word. Built in: valid, pending, unpaid, bank_error, reimbursed, cancel and other. It cannot change once a transaction uses the status. */
    kind?: string
    /** Not available for new transactions. Transactions that have it keep it. */
    archived?: boolean
  }
}

export type UndoOutcome = {
  /** How many contacts were restored to their previous state. */
  restored: number
  /** How many contacts were deleted. */
  deleted: number
  /** How many contacts were kept because they changed after the import. */
  kept: number
}

export type UnknownFact = {
  /** What Muster does not know. */
  fact: 'nationality' | 'residence' | 'legal_person' | 'elected' | 'payment_method' | 'currency'
  /** What it means and what to do, in a sentence. */
  message: string
}

export type UploadedFile = Blob

export type UploadedMap = Blob

export type UpsertCreate = {
  /** The fields to write. */
  data: {
    /** Unique identifier. */
    id?: number
    /** The id of the person in another system of yours. */
    external_id?: string | null
    /** First name. */
    firstname?: string | null
    /** Family name. */
    surname?: string | null
    /** Name by marriage, where it is used beside the family name. */
    married_name?: string | null
    /** `M`, `F` or `O`; empty if unknown. */
    gender?: '' | 'M' | 'F' | 'O' | null
    /** Date of birth; null if unknown. */
    birthdate?: string | '' | null
    /** Town of birth. */
    birth_city?: string | null
    /** A country by its code, such as FR, or its name. */
    birth_country?: string | null
    /** Department or district of birth. */
    birth_dept?: string | null
    /** Nationality, as a country code or in words. */
    nationality?: string | null
    /** E-mail address. */
    mail?: string | null
    /** Mobile telephone number. */
    mobile?: string | null
    /** Telephone number. */
    phone?: string | null
    /** Id of this person in NationBuilder; null if there is none. */
    nationbuilderid?: number | null
    /** Age category; 0 if unknown. */
    age_category?: number
    /** Not a telephone number, or marked by hand as one that does not work. */
    mobile_invalid?: boolean
    /** Not a telephone number, or marked by hand as one that does not work. */
    phone_invalid?: boolean
    /** Whether the person has opted out of being contacted. */
    black_list?: boolean
    /** Postal address. */
    address?: SentContactAddress | null
    /** Tags of the contact. */
    tags?: SentTag[] | null
    /** Answers to consents, surveys and other forms. */
    formdatas?: SentAnswer[] | null
    /** Answers to forms of kind consent. */
    consents?: NamedAnswer[] | null
    /** Answers to forms of kind custom_fields. */
    custom_fields?: NamedAnswer[] | null
    /** Answers to forms of kind level_of_support. */
    status?: NamedAnswer[] | null
    /** Answers to forms of kind survey. */
    forms?: NamedAnswer[] | null
    /** Answers to forms of kind tasks. */
    actions?: NamedAnswer[] | null
    /** Answers to forms of kind presence_status. */
    name_presences?: NamedAnswer[] | null
  }
  /** Always `contact`. */
  kind: 'contact'
  /** The contact with this `external_id` is meant, if there is one, or the survivor of one that was merged. */
  by?: 'external_id'
}

export type UpsertCreateResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `receipt`. */
  data: {
    /** Identifies the upsert; use it to read the result later. */
    receipt: string
  }
}

export type UpsertReceipt = {
  /** Identifies the upsert; use it to read the result later. */
  receipt: string
  /** The result of the upsert. */
  state: 'pending' | 'created' | 'updated' | 'refused'
  /** Identifier of a contact of the space. */
  contact_id: number | null
  /** Why the contact was not written, in sentences. */
  reasons: string[]
}

export type UpsertResponse = {
  /** Always `success`. */
  status: 'success'
  /** The upsert receipt. */
  data: UpsertReceipt
}

export type User = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** When it was deleted; null if it was not. */
  deleted_at: string | null
  /** When the user joined the space. */
  created: string
  /** The mail address in this space; empty if the caller may not see it. */
  mail: string
  /** First name. */
  firstname: string
  /** Family name. */
  surname: string
  /** Telephone number. */
  phone: string
  /** Postal address, as one text. */
  address: string
  /** Town. */
  city: string
  /** Postal code. */
  postal: string
  /** Latitude and longitude, separated by a comma. */
  location: string
  /** An http or https address, or empty. */
  avatar: string
  /** Date of birth; null if unknown. */
  birthdate: string | null
  /** A language such as fr or en-GB; empty while the membership is pending. */
  locale: string
  /** The space it belongs to. */
  group_id: number
  /** The spaces that the user has selected, the first of them in use. */
  selected_group_id: number[]
  /** The name of the role. */
  role: string
  /** The role with its rank and type. */
  role_data: RoleSummary
}

export type UserAssignRole = {
  /** The fields to write. */
  data: {
    /** Identifier of a user of the space. */
    user_id: number
    /** Identifier of a role of the space. */
    role_id: number
  }
}

export type UserAssignRoleResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change. */
  data: string
}

export type UserList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `count`, `teams` and `users`. */
  data: {
    /** The number of records. */
    count: number
    /** Always null. */
    teams: null
    /** The users. */
    users: User[]
  }
}

export type UserRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of a user of the space. */
    user_id: number
  }
}

export type UserResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `User` and `user`. */
  data: {
    /** The user. */
    User: User
    /** Who did it. */
    user: User
  }
}

export type UserUpdate = {
  /** The fields to write. */
  data: {
    /** E-mail address. */
    mail: string
    /** First name. */
    firstname?: string
    /** Family name. */
    surname?: string
    /** Telephone number. */
    phone?: string
    /** Postal address, as one text. */
    address?: string
    /** Town. */
    city?: string
    /** Postal code. */
    postal?: string
    /** Latitude and longitude, separated by a comma. */
    location?: string
    /** An http or https address, or empty. */
    avatar?: string
    /** Date of birth; null if unknown. */
    birthdate?: string | null
    /** A language such as fr or en-GB; empty while the membership is pending. */
    locale?: string
    /** The spaces that the user has selected, the first of them in use. */
    selected_group_id?: number[]
    /** Must be true to change `selected_group_id`. Can also be sent next to `data`. */
    UpdateToken?: boolean
  }
  /** Must be true to change `selected_group_id`. */
  UpdateToken?: boolean
}

export type ValueChange = {
  /** The name of the field, such as `mobile` or `address.city`; `tags` for a tag, `answers` for an answer. */
  field: string
  /** The form of an answer; null for everything else. */
  form_id: number | null
  /** What the form asks; empty for everything else. */
  label: string
  /** The value before; null or empty if there was none. */
  old: string | number | boolean | null
  /** The value after; null or empty if there is none. */
  new: string | number | boolean | null
}

export type Visit = {
  /** Unique identifier. */
  id: number
  /** Identifier of an action; null if there is none. */
  action_id: number
  /** The space it belongs to. */
  group_id: number
  /** The key that the client sent. */
  key: string
  /** When it was created. */
  CreatedAt: string
  /** When it last changed. */
  UpdatedAt: string
  /** When it was withdrawn; null if it was not. */
  withdrawn_at: string | null
  /** Identifier of the user who recorded it. */
  recorded_by: number
  /** Who did it. */
  user: PersonName
  /** Identifier of a team; null if there is none. */
  team_id: number | null
  /** When it happened; a date without a time means midnight UTC. */
  date: string
  /** The result of the visit. */
  result: VisitResult
  /** Postal address. */
  address: ActionAddress | null
  /** Identifier of a contact of the space. */
  contact_id: number | null
  /** Whether the visit counts as a contact made. */
  contact_made: boolean
  /** A note, on one or more lines. */
  comment: string
  /** For the user who recorded the visit and users with contacts:sensitive. Empty for others. */
  formdatas: VisitAnswer[]
}

export type VisitAnswer = {
  /** Identifier of a form. */
  form_id: number
  /** Identifier of the value of the form that was chosen. */
  form_ref_id: number
  /** The answer as text. Empty where a value was chosen. */
  data: string
  /** The version of a consent’s text that was shown; the current one if it is left out. */
  form_version?: number
}

export type VisitChange = {
  /** The result of the visit. */
  result?: VisitResult
  /** When it happened; a date without a time means midnight UTC. */
  date?: string
  /** A note, on one or more lines. */
  comment?: string
  /** The `id` of an address of the action, or a new address, which is added to the action. */
  address?: VisitedAddress | null
  /** Identifier of a contact of the space. */
  contact_id?: number | null
  /** Answers to consents, surveys and other forms. */
  formdatas?: SentVisitAnswer[]
}

export type VisitCorrect = {
  /** The fields to write. */
  data: {
    /** The visit. */
    visit: VisitChange
  }
}

export type VisitHistoryEntry = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  CreatedAt: string
  /** Identifier of the visit. */
  visit_id: number
  /** Who did it. */
  user: PersonName
  /** The item before the change; null if it was added. */
  old: VisitState
  /** The item after the change; null if it was removed. */
  new: VisitState | null
}

export type VisitList = {
  /** Always `success`. */
  status: 'success'
  /** An object with `visits` and `next_cursor`. */
  data: {
    /** The visits. */
    visits: Visit[]
    /** Send it as `cursor` for the next page. */
    next_cursor: string | null
  }
}

export type VisitReadHistoryResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `history`. */
  data: {
    /** The changes, in the order they happened. */
    history: VisitHistoryEntry[]
  }
}

export type VisitRecord = {
  /** The fields to write. */
  data: {
    /** The visit. */
    visit?: NewVisit
    /** The visits. */
    visits?: NewVisit[]
  }
}

export type VisitRecordResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `visit` and `visits`. */
  data: {
    /** The visit. */
    visit?: Visit
    /** The visits. */
    visits?: Visit[]
  }
}

export type VisitResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `visit`. */
  data: {
    /** The visit. */
    visit: Visit
  }
}

export type VisitResult = 'talked' | 'refused' | 'come_back' | 'signed' | 'voted' | 'not_voted' | 'abstention' | 'other' | 'absent' | 'moved' | 'no_access' | 'leaflet' | 'wrong_address' | 'deceased'

export type VisitState = {
  /** When it happened; a date without a time means midnight UTC. */
  date: string
  /** The result of the visit. */
  result: VisitResult
  /** Identifier of an address of the action; null if there is none. */
  address_id: number | null
  /** Identifier of a contact of the space. */
  contact_id: number | null
  /** A note, on one or more lines. */
  comment: string
  /** Answers to consents, surveys and other forms. */
  formdatas: VisitAnswer[]
}

export type VisitWeek = {
  /** The Monday on which the week begins, such as 2026-05-04. */
  week: string
  /** The number of recorded visits. Visits that were only declared do not count. */
  visits: number
  /** The number of visits at which a person was met. */
  contacts: number
}

export type VisitWeekList = {
  /** Always `success`. */
  status: 'success'
  /** The visit weeks. */
  data: VisitWeek[]
}

export type VisitWithdrawResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the visit. */
    visit_id: number
  }
}

export type VisitedAddress = {
  /** Unique identifier. */
  id?: number
  /** Street. */
  street?: string
  /** Town. */
  city?: string
  /** State or region. */
  state?: string
  /** Country. */
  country?: string
  /** Second line of the address. */
  addition?: string
  /** How to find the door. */
  infos?: string
  /** Building. */
  building?: string
  /** Door. */
  door?: string
  /** Polling station. */
  pollingstation?: string
  /** House number. */
  housenumber?: number | string
  /** Postal code. */
  postalcode?: number | string
  /** Official code of the town. */
  citycode?: number | string
  /** Floor. */
  floor?: number | string
  /** House number. */
  house_number?: string
  /** Postal code. */
  postal_code?: string
  /** Official code of the town. */
  city_code?: string
  /** Floor, as it is written. */
  floor_name?: string
  /** Decimal degrees such as 45.7781, or empty. */
  latitude?: string
  /** Decimal degrees such as 45.7781, or empty. */
  longitude?: string
}

export type WaitingBatch = {
  /** Unique identifier. */
  id: number
  /** Number of the deposit batch. */
  number: string
  /** State or region. */
  state: string
}

export type WaitingPayer = {
  /** Unique identifier. */
  id: number
  /** First name. */
  firstname: string
  /** Family name. */
  surname: string
  /** Town. */
  city: string
}

export type WaitingPayment = {
  /** Identifier of the transaction. */
  transaction_id: number
  /** Identifier of the transaction bundle. */
  transaction_bundle_id: number
  /** The contact. */
  contact: WaitingPayer
  /** When it happened; a date without a time means midnight UTC. */
  date: string
  /** In minor units, such as cents. */
  amount: number
  /** What no bank line has brought yet. */
  left: number
  /** An ISO 4217 code, such as EUR. */
  currency: Currency
  /** How it was paid, as one of the kinds in the settings. */
  payment_method_kind: string
  /** Code of the campaign that led to the payment. */
  code_campaign: string
  /** Whether its status says that the money has not come in. */
  pending: boolean
  /** The deposit batch that it is in; null if it is in none. */
  batch: WaitingBatch | null
  /** What was paid for, such as the name of a price. */
  label: string
}

export type WaitingPaymentList = {
  /** Always `success`. */
  status: 'success'
  /** The waiting payments. */
  data: WaitingPayment[]
  /** The number of records on all pages. */
  total: number
}

export type Webhook = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Identifier of the user who created it. */
  created_by: number
  /** Name, on one line. */
  name: string
  /** Where events are sent. */
  url: string
  /** The event types that it receives. */
  types: string[]
  /** Whether it is switched on. */
  enabled: boolean
  /** Why the webhook is disabled. `failing`: it accepted no delivery for five days. `gone`: it answered 410. `restored`: the space was restored from a backup and the webhook has not been enabled since. */
  disabled_because: '' | 'by_hand' | 'failing' | 'gone' | 'restored'
  /** Since when deliveries fail; null if the last one was accepted. */
  failing_since: string | null
  /** When the webhook last accepted a delivery. */
  delivered_at: string | null
  /** Until when the former secret also signs. */
  former_secret_until: string | null
  /** The number of waiting deliveries; 1000 means 1000 or more. */
  waiting: number
}

export type WebhookCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name: string
    /** The URL that receives the events: https, on the public internet, without user name or fragment. */
    url: string
    /** All types you may receive when left out. */
    types?: ('contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.restored' | 'contact.merged' | 'contact.unmerged' | 'contact.erased' | 'note.created' | 'note.updated' | 'note.deleted' | 'file.created' | 'file.updated' | 'file.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'relationship.created' | 'relationship.deleted' | 'household.created' | 'household.updated' | 'household.deleted' | 'form.created' | 'form.updated' | 'form.deleted' | 'privacy_request.created' | 'privacy_request.updated' | 'user.joined' | 'user.updated' | 'user.suspended' | 'user.restored' | 'user.left' | 'invitation.created' | 'invitation.accepted' | 'invitation.deleted' | 'team.created' | 'team.updated' | 'team.deleted' | 'role.created' | 'role.updated' | 'role.deleted' | 'space.updated' | 'transaction_bundle.created' | 'transaction_bundle.updated' | 'transaction_bundle.deleted' | 'transaction_batch.created' | 'transaction_batch.updated' | 'bank_account.created' | 'bank_account.updated' | 'bank_account.deleted' | 'bank_statement.created' | 'bank_statement.deleted' | 'bank_line.updated' | 'bank_rule.created' | 'bank_rule.updated' | 'bank_rule.deleted' | 'membership_price_group.created' | 'membership_price_group.updated' | 'membership_price_group.deleted' | 'membership_price.created' | 'membership_price.updated' | 'membership_price.deleted' | 'donation_price.created' | 'donation_price.updated' | 'donation_price.deleted' | 'code_campaign.created' | 'code_campaign.updated' | 'code_campaign.deleted' | 'transaction_status.created' | 'transaction_status.updated' | 'transaction_status.deleted' | 'transaction_settings.updated' | 'payment_checks.updated' | 'payment_warning.settled' | 'action.created' | 'action.updated' | 'action.deleted' | 'action.restored' | 'visit.created' | 'visit.updated' | 'visit.deleted' | 'declared_visit.created' | 'declared_visit.deleted')[]
  }
}

export type WebhookCreateResponse = {
  /** Always `success`. */
  status: 'success'
  /** The webhook with secret. */
  data: WebhookWithSecret
}

export type WebhookDelivery = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** Sent as `webhook-id`. */
  event_id: string
  /** The type of the event. */
  type: string
  /** The state of the delivery. */
  state: 'waiting' | 'delivered' | 'failed'
  /** The number of attempts. */
  attempts: number
  /** When it was last attempted; null if it was not yet. */
  attempted_at: string | null
  /** When it is attempted next; null if it is not. */
  next_attempt: string | null
  /** The last HTTP status of the receiver; null if it did not answer. */
  status: number | null
  /** The response time of the receiver in milliseconds; null if it did not respond. */
  duration_ms: number | null
  /** The beginning of the last response body. */
  answer: string
  /** Why there was no response. */
  error: string
}

export type WebhookList = {
  /** Always `success`. */
  status: 'success'
  /** The webhooks. */
  data: Webhook[]
  /** The number of records on all pages. */
  total: number
}

export type WebhookListDeliveriesResponse = {
  /** Always `success`. */
  status: 'success'
  /** The webhook deliveries. */
  data: WebhookDelivery[]
  /** Send it as `cursor` for the next page. */
  next_cursor: string | null
}

export type WebhookRemoveResponse = {
  /** Always `success`. */
  status: 'success'
  /** A sentence that confirms the change, and its details. */
  data: {
    /** What was done, in a sentence. */
    message: string
    /** Identifier of the webhook. */
    webhook_id: number
  }
}

export type WebhookReplay = {
  /** The fields to write. */
  data: {
    /** From this time on. */
    since: string
  }
}

export type WebhookReplayDeliveryResponse = {
  /** Always `success`. */
  status: 'success'
  /** The webhook delivery. */
  data: WebhookDelivery
}

export type WebhookReplayResponse = {
  /** Always `success`. */
  status: 'success'
  /** An object with `count`. */
  data: {
    /** The number of records. */
    count: number
  }
}

export type WebhookResponse = {
  /** Always `success`. */
  status: 'success'
  /** The webhook. */
  data: Webhook
}

export type WebhookUpdate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. */
    name?: string
    /** The URL that receives the events: https, on the public internet, without user name or fragment. */
    url?: string
    /** The event types the webhook receives. */
    types?: ('contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.restored' | 'contact.merged' | 'contact.unmerged' | 'contact.erased' | 'note.created' | 'note.updated' | 'note.deleted' | 'file.created' | 'file.updated' | 'file.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'relationship.created' | 'relationship.deleted' | 'household.created' | 'household.updated' | 'household.deleted' | 'form.created' | 'form.updated' | 'form.deleted' | 'privacy_request.created' | 'privacy_request.updated' | 'user.joined' | 'user.updated' | 'user.suspended' | 'user.restored' | 'user.left' | 'invitation.created' | 'invitation.accepted' | 'invitation.deleted' | 'team.created' | 'team.updated' | 'team.deleted' | 'role.created' | 'role.updated' | 'role.deleted' | 'space.updated' | 'transaction_bundle.created' | 'transaction_bundle.updated' | 'transaction_bundle.deleted' | 'transaction_batch.created' | 'transaction_batch.updated' | 'bank_account.created' | 'bank_account.updated' | 'bank_account.deleted' | 'bank_statement.created' | 'bank_statement.deleted' | 'bank_line.updated' | 'bank_rule.created' | 'bank_rule.updated' | 'bank_rule.deleted' | 'membership_price_group.created' | 'membership_price_group.updated' | 'membership_price_group.deleted' | 'membership_price.created' | 'membership_price.updated' | 'membership_price.deleted' | 'donation_price.created' | 'donation_price.updated' | 'donation_price.deleted' | 'code_campaign.created' | 'code_campaign.updated' | 'code_campaign.deleted' | 'transaction_status.created' | 'transaction_status.updated' | 'transaction_status.deleted' | 'transaction_settings.updated' | 'payment_checks.updated' | 'payment_warning.settled' | 'action.created' | 'action.updated' | 'action.deleted' | 'action.restored' | 'visit.created' | 'visit.updated' | 'visit.deleted' | 'declared_visit.created' | 'declared_visit.deleted')[]
    /** Whether it is switched on. */
    enabled?: boolean
  }
}

export type WebhookWithSecret = {
  /** Unique identifier. */
  id: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Identifier of the user who created it. */
  created_by: number
  /** Name, on one line. */
  name: string
  /** Where events are sent. */
  url: string
  /** The event types that it receives. */
  types: string[]
  /** Whether it is switched on. */
  enabled: boolean
  /** Why the webhook is disabled. `failing`: it accepted no delivery for five days. `gone`: it answered 410. `restored`: the space was restored from a backup and the webhook has not been enabled since. */
  disabled_because: '' | 'by_hand' | 'failing' | 'gone' | 'restored'
  /** Since when deliveries fail; null if the last one was accepted. */
  failing_since: string | null
  /** When the webhook last accepted a delivery. */
  delivered_at: string | null
  /** Until when the former secret also signs. */
  former_secret_until: string | null
  /** The number of waiting deliveries; 1000 means 1000 or more. */
  waiting: number
  /** Only in the first response. Null when the request is repeated, because the secret is not stored. */
  secret: string | null
}

export interface Operations {
  /** Add addresses to an action. */
  'action_addresses.add': {
    args: {
      /** Identifier of the action. */
      id: number
    } & ActionAddressAdd
    response: ActionAddressAddResponse
  }
  /** Add the addresses of the contacts that match the action. */
  'action_addresses.addFromContacts': {
    args: {
      /** Identifier of the action. */
      id: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: ActionAddressAddFromContactsResponse
  }
  /** List the addresses of an action by street, each with the result of its last visit. */
  'action_addresses.list': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Only addresses with visits, or only those without. */
      visited?: boolean
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
    }
    response: ActionAddressList
  }
  /** Remove an address from an action. */
  'action_addresses.remove': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Identifier of an address of the action; null if there is none. */
      address_id: number
    }
    response: ActionAddressRemoveResponse
  }
  /** Remove addresses from an action, all of them or none. */
  'action_addresses.removeMany': {
    args: {
      /** Identifier of the action. */
      id: number
    } & ActionAddressRemoveMany
    response: ActionAddressRemoveManyResponse
  }
  /** List the contacts of an action: name, telephone and address. */
  'action_contacts.list': {
    args: {
      /** Identifier of the action. */
      id: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
    }
    response: ActionContactList
  }
  /** Count the visits of an action by day, team, person, street and result. */
  'action_statistics.read': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Start of the period; a date without a time means the start of that day. */
      from?: string
      /** End of the period; a date without a time includes that day. */
      to?: string
    }
    response: ActionStatisticsResponse
  }
  /** Archive an action. It can still be read, but not changed. */
  'actions.archive': {
    args: {
      /** Identifier of the action. */
      id: number
    }
    response: ActionArchiveResponse
  }
  /** Create an action. */
  'actions.create': {
    args: ActionCreate
    response: ActionResponse
  }
  /** Copy an action, without its visits. */
  'actions.duplicate': {
    args: {
      /** Identifier of the action. */
      id: number
    } & ActionDuplicate
    response: ActionResponse
  }
  /** List the actions the caller can see, newest first, with their counts. */
  'actions.list': {
    args: {
      /** Start of the period; a date without a time means the start of that day. */
      from?: string
      /** End of the period; a date without a time includes that day. */
      to?: string
      /** Whether it is archived. Records that refer to it keep it. */
      archived?: boolean
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: ActionList
  }
  /** Read an action. */
  'actions.read': {
    args: {
      /** Identifier of the action. */
      id: number
    }
    response: ActionResponse
  }
  /** Restore an archived action. */
  'actions.restore': {
    args: {
      /** Identifier of the action. */
      id: number
    }
    response: ActionResponse
  }
  /** Change an action; only the fields in the request change. */
  'actions.update': {
    args: {
      /** Identifier of the action. */
      id: number
    } & ActionUpdate
    response: ActionResponse
  }
  /** Sum up what changed since a moment, the latest first. */
  'activity.list': {
    args: {
      /** From when on, at most 31 days ago. The last 24 hours if it is not sent. */
      since?: string
    }
    response: ActivityList
  }
  /** Download the audit log, newest first. */
  'audit.export': {
    args: {
      /** Identifier of a user of the space. */
      user_id?: number
      /** Only entries of this kind, such as contact.read. */
      kind?: string
      /** The kind of record, such as contact. */
      subject?: string
      /** Identifier of the record; null if there is no single one. */
      subject_id?: number
      /** Start of the period; a date without a time means the start of that day. */
      from?: string
      /** A bare date includes that day. */
      to?: string
      /** What separates the columns. */
      separator?: ',' | ';' | '\t'
    }
    response: string
  }
  /** Read the audit log, newest first unless sorted otherwise. */
  'audit.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** By the time of the entry; newest first by default. A leading minus reverses the order. */
      sort?: 'created_at' | '-created_at'
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Identifier of a user of the space. */
      user_id?: number
      /** Only entries of this kind, such as contact.read. */
      kind?: string
      /** The kind of record, such as contact. */
      subject?: string
      /** Identifier of the record; null if there is no single one. */
      subject_id?: number
      /** Start of the period; a date without a time means the start of that day. */
      from?: string
      /** A bare date includes that day. */
      to?: string
    }
    response: AuditList
  }
  /** Add a bank account. */
  'bank_accounts.create': {
    args: BankAccountCreate
    response: BankAccountResponse
  }
  /** Delete a bank account without statements. */
  'bank_accounts.delete': {
    args: {
      /** Identifier of the bank account. */
      id: number
    }
    response: BankAccountDeleteResponse
  }
  /** List bank accounts with their balances. */
  'bank_accounts.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: BankAccountList
  }
  /** Read a bank account. */
  'bank_accounts.read': {
    args: {
      /** Identifier of the bank account. */
      id: number
    }
    response: BankAccountResponse
  }
  /** Change a bank account. */
  'bank_accounts.update': {
    args: {
      /** Identifier of the bank account. */
      id: number
    } & BankAccountUpdate
    response: BankAccountResponse
  }
  /** Accept the certain proposals of a bank account, at most 1000 at once. */
  'bank_lines.acceptCertain': {
    args: BankLineAcceptCertain
    response: BankLineAcceptCertainResponse
  }
  /** Ignore an open line, for a reason. */
  'bank_lines.ignore': {
    args: {
      /** Identifier of the bank line. */
      id: number
    } & BankLineIgnore
    response: BankLineResponse
  }
  /** List lines, newest first. */
  'bank_lines.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** Identifier of the bank account. */
      bank_account_id?: number
      /** Only lines of this bank statement. */
      statement_id?: number
      /** Whether somebody decided what it is. */
      state?: 'open' | 'matched' | 'ignored'
      /** A month, such as 2026-10. */
      month?: string
      /** Lines that are matched to this payment. */
      transaction_bundle_id?: number
      /** A part of the text or of the counterparty, or an amount. */
      search?: string
      /** Open lines with a certain proposal, or those without. */
      certain?: boolean
      /** Whether to make proposals. */
      proposals?: boolean
    }
    response: BankLineList
  }
  /** Say what an open line is. */
  'bank_lines.match': {
    args: {
      /** Identifier of the bank line. */
      id: number
    } & BankLineMatch
    response: BankLineResponse
  }
  /** Record a payment from an open line, and match it. */
  'bank_lines.pay': {
    args: {
      /** Identifier of the bank line. */
      id: number
    } & BankLinePay
    response: BankLineResponse
  }
  /** Read a line. */
  'bank_lines.read': {
    args: {
      /** Identifier of the bank line. */
      id: number
    }
    response: BankLineResponse
  }
  /** Open lines again, and take back what matching them did. */
  'bank_lines.undo': {
    args: BankLineUndo
    response: BankLineUndoResponse
  }
  /** Close a month of a bank account. */
  'bank_months.close': {
    args: BankMonthClose
    response: BankMonthCloseResponse
  }
  /** List the months of a bank account, newest first. */
  'bank_months.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** Identifier of the bank account. */
      bank_account_id: number
    }
    response: BankMonthList
  }
  /** Open a closed month of a bank account again, with those after it. */
  'bank_months.open': {
    args: BankMonthClose
    response: BankMonthCloseResponse
  }
  /** Download the reconciliation statement of a month, to print. */
  'bank_months.statement': {
    args: {
      /** Identifier of the bank account. */
      bank_account_id: number
      /** A month, such as 2026-10. */
      month: string
      /** By default your language. */
      language?: 'en' | 'fr'
    }
    response: Blob
  }
  /** Add a rule, after all others. */
  'bank_rules.create': {
    args: BankRuleCreate
    response: BankRuleResponse
  }
  /** Delete a rule. */
  'bank_rules.delete': {
    args: {
      /** Identifier of the bank rule. */
      id: number
    }
    response: BankRuleDeleteResponse
  }
  /** List rules, in the order in which they are tried. */
  'bank_rules.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: BankRuleList
  }
  /** Read a rule. */
  'bank_rules.read': {
    args: {
      /** Identifier of the bank rule. */
      id: number
    }
    response: BankRuleResponse
  }
  /** Change a rule. */
  'bank_rules.update': {
    args: {
      /** Identifier of the bank rule. */
      id: number
    } & BankRuleUpdate
    response: BankRuleResponse
  }
  /** Delete a statement that was imported by mistake, with its lines. */
  'bank_statements.delete': {
    args: {
      /** Identifier of the bank statement. */
      id: number
    }
    response: BankStatementDeleteResponse
  }
  /** List statements, newest first. */
  'bank_statements.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** Only of this bank account. */
      bank_account_id?: number
    }
    response: BankStatementList
  }
  /** Look at a file of a bank before it is imported. */
  'bank_statements.preview': {
    args: {
      /** The name of the file. */
      name: string
      /** The account. Needed for CSV; other files name their account, which must then be this one. */
      bank_account_id?: number
      file: Blob | string
    }
    response: BankStatementPreviewResponse
  }
  /** Read a statement. */
  'bank_statements.read': {
    args: {
      /** Identifier of the bank statement. */
      id: number
    }
    response: BankStatementResponse
  }
  /** Import a file of a bank. */
  'bank_statements.upload': {
    args: {
      /** The name of the file. */
      name: string
      /** The account. Needed for CSV; other files name their account, which must then be this one. */
      bank_account_id?: number
      file: Blob | string
    }
    response: BankStatementUploadResponse
  }
  /** Cancel a bulk change or its undo. */
  'bulk_changes.cancel': {
    args: {
      /** Identifier of the bulk change. */
      id: number
    }
    response: BulkChangeResponse
  }
  /** Change many contacts. */
  'bulk_changes.create': {
    args: BulkChangeCreate
    response: BulkChangeResponse
  }
  /** List bulk changes, newest first. */
  'bulk_changes.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** Only changes and undos that have not ended, or only the others. */
      in_progress?: boolean
      /** Only changes that the caller started. */
      mine?: boolean
    }
    response: BulkChangeList
  }
  /** List the contacts of a bulk change by id, each with its outcome. */
  'bulk_changes.listContacts': {
    args: {
      /** Identifier of the bulk change. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Only contacts with this outcome. */
      outcome?: 'waiting' | 'changed' | 'unchanged' | 'refused' | 'restored' | 'kept'
    }
    response: BulkChangeListContactsResponse
  }
  /** Read a bulk change, its progress and result. */
  'bulk_changes.read': {
    args: {
      /** Identifier of the bulk change. */
      id: number
    }
    response: BulkChangeResponse
  }
  /** Undo a bulk change. */
  'bulk_changes.undo': {
    args: {
      /** Identifier of the bulk change. */
      id: number
    }
    response: BulkChangeResponse
  }
  /** List the events after a cursor, oldest first. */
  'changes.list': {
    args: {
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Where to begin without a cursor: `start` at the oldest event that is kept, `now` after the newest one. */
      from?: 'start' | 'now'
      /** Only these event types, separated by commas, such as contact.created,contact.deleted. */
      types?: string
      /** Values above 1000 count as 1000. */
      limit?: number
      /** How many seconds to wait for an event if there is none yet. */
      wait?: number
    }
    response: ChangeList
  }
  /** Add a campaign code. */
  'code_campaigns.create': {
    args: CodeCampaignCreate
    response: CodeCampaignResponse
  }
  /** List the campaign codes. */
  'code_campaigns.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: CodeCampaignList
  }
  /** Read a campaign code. */
  'code_campaigns.read': {
    args: {
      /** Identifier of the code campaign. */
      id: number
    }
    response: CodeCampaignResponse
  }
  /** Delete a campaign code; one in use is hidden instead. */
  'code_campaigns.remove': {
    args: {
      /** Identifier of the code campaign. */
      id: number
    }
    response: CodeCampaignRemoveResponse
  }
  /** Change a campaign code; only the fields in the request change. */
  'code_campaigns.update': {
    args: {
      /** Identifier of the code campaign. */
      id: number
    } & CodeCampaignUpdate
    response: CodeCampaignResponse
  }
  /** Create a contact. */
  'contacts.create': {
    args: ContactCreate
    response: ContactResponse
  }
  /** Look up contacts by external id or mail address. */
  'contacts.findByKey': {
    args: ContactFindByKey
    response: ContactFindByKeyResponse
  }
  /** List contacts. */
  'contacts.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** The order of the list. */
      sort?: 'newest' | 'name'
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: ContactList
  }
  /** List every consent of a contact that was given or withdrawn, newest first. */
  'contacts.listConsents': {
    args: {
      /** Identifier of the contact. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: ContactListConsentsResponse
  }
  /** List contacts that were deleted and can be restored, the latest first. */
  'contacts.listDeleted': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: ContactListDeletedResponse
  }
  /** Read a contact. */
  'contacts.read': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: ContactResponse
  }
  /** Read a contact, without an envelope. */
  'contacts.readBare': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: Contact
  }
  /** Read what matters about a contact before a conversation. */
  'contacts.readSummary': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: ContactReadSummaryResponse
  }
  /** Read the timeline of a contact, newest first. */
  'contacts.readTimeline': {
    args: {
      /** Identifier of the contact. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Only entries about this topic. */
      about?: 'payments' | 'visits' | 'answers' | 'notes' | 'tasks' | 'files' | 'changes'
    }
    response: ContactReadTimelineResponse
  }
  /** Delete a contact; its payments are kept. */
  'contacts.remove': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: ContactRemoveResponse
  }
  /** Replace a contact; what is left out is cleared. */
  'contacts.replace': {
    args: {
      /** Identifier of the contact. */
      id: number
    } & (ContactReplace | ContactMergePatch)
    response: ContactResponse
  }
  /** Restore a deleted contact with all its data. */
  'contacts.restore': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: ContactResponse
  }
  /** Ask whether a payment would keep the rules, and what is left for its payer. */
  'contribution_rules.check': {
    args: {
      /** The payer. */
      contact_id: number
      /** In minor units of the currency in the settings. */
      amount?: number
      /** When it is paid; now by default. */
      date?: string
      /** How it is paid; empty if unknown. */
      payment_method_kind?: string
      /** What it is paid for. */
      kind?: 'donation' | 'membership'
      /** Code of the campaign that led to the payment. */
      code_campaign?: string
    }
    response: ContributionRuleCheckResponse
  }
  /** Read the contribution rules of the space. */
  'contribution_rules.read': {
    args: {}
    response: ContributionRuleResponse
  }
  /** Change the contribution rules; only the fields in the request change. */
  'contribution_rules.update': {
    args: ContributionRuleUpdate
    response: ContributionRuleResponse
  }
  /** Declare a number of visits. */
  'declared_visits.declare': {
    args: {
      /** Identifier of the action. */
      id: number
    } & DeclaredVisitDeclare
    response: DeclaredVisitDeclareResponse
  }
  /** List the declared totals of an action, newest first. */
  'declared_visits.list': {
    args: {
      /** Identifier of the action. */
      id: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
    }
    response: DeclaredVisitList
  }
  /** Withdraw a total, which then does not count. */
  'declared_visits.withdraw': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Identifier of the declared total. */
      declared_id: number
    }
    response: DeclaredVisitWithdrawResponse
  }
  /** Add a donation price. */
  'donation_prices.create': {
    args: DonationPriceCreate
    response: DonationPriceResponse
  }
  /** List the donation prices. */
  'donation_prices.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: DonationPriceList
  }
  /** Read a donation price. */
  'donation_prices.read': {
    args: {
      /** Identifier of the donation price. */
      id: number
    }
    response: DonationPriceResponse
  }
  /** Delete a donation price; one in use is hidden instead. */
  'donation_prices.remove': {
    args: {
      /** Identifier of the donation price. */
      id: number
    }
    response: DonationPriceRemoveResponse
  }
  /** Change a donation price; only the fields in the request change. */
  'donation_prices.update': {
    args: {
      /** Identifier of the donation price. */
      id: number
    } & DonationPriceUpdate
    response: DonationPriceResponse
  }
  /** Find contacts that may be a person who is about to be created. */
  'duplicates.findSimilar': {
    args: DuplicateFindSimilar
    response: DuplicateFindSimilarResponse
  }
  /** List groups of likely duplicates, the strongest reason first. */
  'duplicates.list': {
    args: {
      /** Values above 100 count as 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** `birthdate` and `address` require the same name as well. */
      reason?: 'birthdate' | 'mail' | 'mobile' | 'address' | 'phone'
    }
    response: DuplicateList
  }
  /** List the contacts that may be the same person as this one. */
  'duplicates.listOfContact': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: DuplicateListOfContactResponse
  }
  /** Record that contacts are all different people. */
  'duplicates.markNotDuplicates': {
    args: DuplicateMarkNotDuplicates
    response: DuplicateMarkNotDuplicatesResponse
  }
  /** Delete the record that two contacts are different people. */
  'duplicates.unmarkNotDuplicates': {
    args: {
      /** Identifier of one of the two contacts. */
      one: number
      /** Identifier of the other contact. */
      other: number
    }
    response: DuplicateUnmarkNotDuplicatesResponse
  }
  /** Download contacts as CSV. */
  'exports.download': {
    args: ExportDownload
    response: string
  }
  /** Download a file. */
  'files.download': {
    args: {
      /** Identifier of the file. */
      id: number
    }
    response: Blob
  }
  /** List the files of a contact, newest first. */
  'files.list': {
    args: {
      /** Identifier of the contact. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: FileList
  }
  /** Read what is known about a file: its name, size and hash. */
  'files.read': {
    args: {
      /** Identifier of the file. */
      id: number
    }
    response: FileResponse
  }
  /** Read how much room files use, and what may be uploaded. */
  'files.readUsage': {
    args: {}
    response: FileReadUsageResponse
  }
  /** Delete a file and its contents. */
  'files.remove': {
    args: {
      /** Identifier of the file. */
      id: number
    }
    response: FileRemoveResponse
  }
  /** Change the name of a file. */
  'files.update': {
    args: {
      /** Identifier of the file. */
      id: number
    } & FileUpdate
    response: FileResponse
  }
  /** Upload a file of a contact. */
  'files.upload': {
    args: {
      /** Identifier of the contact. */
      id: number
      /** The name of the file. Folders and control characters are removed, and a long name is shortened to 200 characters. */
      name: string
      file: Blob | string
    }
    response: FileResponse
  }
  /** Find contacts, users, teams, actions and payments by name, address or number. */
  'find.find': {
    args: {
      /** The text to search for. */
      q: string
    }
    response: FindResponse
  }
  /** Archive a form; its answers stay. */
  'forms.archive': {
    args: {
      /** Identifier of the form. */
      id: number
    }
    response: FormArchiveResponse
  }
  /** Create a form. */
  'forms.create': {
    args: FormCreate
    response: FormResponse
  }
  /** List the forms of the space. */
  'forms.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** Include archived forms. */
      archived?: boolean
    }
    response: FormList
  }
  /** List the forms of kind consent. */
  'forms.listConsent': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: FormList
  }
  /** List the forms of kind custom_fields. */
  'forms.listCustomFields': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: FormList
  }
  /** List the forms of kind level_of_support. */
  'forms.listLevelOfSupport': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: FormList
  }
  /** List the forms of a kind, without archived ones. */
  'forms.listOfType': {
    args: {
      /** What a form is about. */
      type: FormKind
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: FormList
  }
  /** List the forms of kind presence_status. */
  'forms.listPresenceStatus': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: FormList
  }
  /** List the forms of kind survey. */
  'forms.listSurvey': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: FormList
  }
  /** List the forms of kind tasks. */
  'forms.listTasks': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: FormList
  }
  /** Set the order of the forms of a kind. */
  'forms.order': {
    args: {
      /** What a form is about. */
      type: FormKind
    } & FormOrder
    response: FormList
  }
  /** Read a form with its values, also if it is archived. */
  'forms.read': {
    args: {
      /** Identifier of the form. */
      id: number
    }
    response: FormResponse
  }
  /** Change a form; only the fields in the request change. */
  'forms.update': {
    args: {
      /** Identifier of the form. */
      id: number
    } & FormUpdate
    response: FormResponse
  }
  /** List the versions of a form, the latest first. */
  'forms.versions': {
    args: {
      /** Identifier of the form. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: FormVersionsResponse
  }
  /** End a grant. The tokens that the application got from it stop working at once. */
  'grants.end': {
    args: {
      /** Identifier of the grant. */
      id: number
    }
    response: GrantEndResponse
  }
  /** List your grants in this space, newest first. */
  'grants.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: GrantList
  }
  /** Create a household. */
  'households.create': {
    args: HouseholdCreate
    response: HouseholdResponse
  }
  /** List households by name. */
  'households.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: HouseholdList
  }
  /** Read a household. */
  'households.read': {
    args: {
      /** Identifier of the household. */
      id: number
    }
    response: HouseholdResponse
  }
  /** Read the household of a contact. */
  'households.readOfContact': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: HouseholdReadOfContactResponse
  }
  /** Delete a household; its members stay contacts. */
  'households.remove': {
    args: {
      /** Identifier of the household. */
      id: number
    }
    response: HouseholdRemoveResponse
  }
  /** Change a household; only the fields in the request change. */
  'households.update': {
    args: {
      /** Identifier of the household. */
      id: number
    } & HouseholdUpdate
    response: HouseholdResponse
  }
  /** Create an identity provider for a domain. */
  'identity_providers.create': {
    args: IdentityProviderCreate
    response: IdentityProviderResponse
  }
  /** List the identity providers of the space, by name. */
  'identity_providers.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: IdentityProviderList
  }
  /** Read an identity provider. */
  'identity_providers.read': {
    args: {
      /** Identifier of the identity provider. */
      id: number
    }
    response: IdentityProviderResponse
  }
  /** Delete an identity provider. The people stay in the space and can sign in with a password. */
  'identity_providers.remove': {
    args: {
      /** Identifier of the identity provider. */
      id: number
    }
    response: IdentityProviderRemoveResponse
  }
  /** Change, enable or disable an identity provider; only the fields in the request change. */
  'identity_providers.update': {
    args: {
      /** Identifier of the identity provider. */
      id: number
    } & IdentityProviderUpdate
    response: IdentityProviderResponse
  }
  /** Prove the domain by its TXT record, and look for the provider at its issuer. */
  'identity_providers.verify': {
    args: {
      /** Identifier of the identity provider. */
      id: number
    }
    response: IdentityProviderResponse
  }
  /** Start a dry run, which shows what the import would do. */
  'imports.check': {
    args: {
      /** Identifier of the import. */
      id: number
    }
    response: ImportResponse
  }
  /** Correct cells that the dry run listed. */
  'imports.correctCells': {
    args: {
      /** Identifier of the import. */
      id: number
    } & ImportCorrectCells
    response: ImportCorrectCellsResponse
  }
  /** Download the rows that were refused, each with its reason. */
  'imports.exportRefused': {
    args: {
      /** Identifier of the import. */
      id: number
    }
    response: string
  }
  /** List imports, newest first. */
  'imports.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: ImportList
  }
  /** List the cells that do not fit their field, each with the reason. */
  'imports.listCells': {
    args: {
      /** Identifier of the import. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** Also list cells with a valid correction. */
      include_corrected?: boolean
      /** Only cells with this effect. */
      effect?: 'left_out' | 'kept' | 'row_refused'
    }
    response: ImportListCellsResponse
  }
  /** List the contacts that an undo kept, with the reasons. */
  'imports.listKept': {
    args: {
      /** Identifier of the import. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: ImportListKeptResponse
  }
  /** Read an import: its settings and its outcome. */
  'imports.read': {
    args: {
      /** Identifier of the import. */
      id: number
    }
    response: ImportResponse
  }
  /** Import the file. */
  'imports.run': {
    args: {
      /** Identifier of the import. */
      id: number
    }
    response: ImportResponse
  }
  /** Undo an import. */
  'imports.undo': {
    args: {
      /** Identifier of the import. */
      id: number
    }
    response: ImportResponse
  }
  /** Change how the file is read. */
  'imports.update': {
    args: {
      /** Identifier of the import. */
      id: number
    } & ImportUpdate
    response: ImportResponse
  }
  /** Upload a CSV file of contacts. */
  'imports.upload': {
    args: {
      /** Name, on one line. */
      name: string
      file: Blob | string
    }
    response: ImportResponse
  }
  /** Create an integration. The secret is only in this response. */
  'integrations.create': {
    args: IntegrationCreate
    response: IntegrationCreateResponse
  }
  /** Create another secret, which is only in this response. An integration can have two at a time. */
  'integrations.createSecret': {
    args: {
      /** Identifier of the integration. */
      id: number
    }
    response: IntegrationCreateSecretResponse
  }
  /** End an integration, its secrets and every token it holds. */
  'integrations.end': {
    args: {
      /** Identifier of the integration. */
      id: number
    }
    response: IntegrationEndResponse
  }
  /** End a secret, and the tokens the integration uses to act by itself. */
  'integrations.endSecret': {
    args: {
      /** Identifier of the integration. */
      id: number
      /** Identifier of the secret. */
      secret_id: number
    }
    response: IntegrationEndSecretResponse
  }
  /** List the integrations of the space, by name. */
  'integrations.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: IntegrationList
  }
  /** Read an integration. */
  'integrations.read': {
    args: {
      /** Identifier of the integration. */
      id: number
    }
    response: IntegrationResponse
  }
  /** Change an integration; only the fields in the request change. Existing tokens lose the scopes that are removed. */
  'integrations.update': {
    args: {
      /** Identifier of the integration. */
      id: number
    } & IntegrationUpdate
    response: IntegrationResponse
  }
  /** Withdraw an invitation; its link stops working. */
  'invitations.cancel': {
    args: {
      /** Identifier of the invitation. */
      id: number
    }
    response: InvitationCancelResponse
  }
  /** Invite people. If one cannot be invited, none is. */
  'invitations.create': {
    args: InvitationCreate
    response: InvitationCreateResponse
  }
  /** List the pending invitations. */
  'invitations.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: InvitationList
  }
  /** Cancel a job. */
  'jobs.cancel': {
    args: {
      /** Identifier of the job. */
      id: number
    }
    response: JobResponse
  }
  /** Follow a job as Server-Sent Events. */
  'jobs.follow': {
    args: {
      /** Identifier of the job. */
      id: number
    }
    response: string
  }
  /** List jobs, newest first. */
  'jobs.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** State or region. */
      state?: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
    }
    response: JobList
  }
  /** Read a job and its progress. */
  'jobs.read': {
    args: {
      /** Identifier of the job. */
      id: number
    }
    response: JobResponse
  }
  /** Read the sums of each account. */
  'ledger.balances': {
    args: {
      /** Only entries of this day or later. */
      from?: string
      /** Only entries of this day or before. */
      to?: string
      /** A validated entry never changes. A provisional one follows its payment, and has neither number nor frozen names. */
      state?: 'provisional' | 'validated'
    }
    response: LedgerBalancesResponse
  }
  /** Download entries with the columns of the French FEC. */
  'ledger.export': {
    args: {
      /** Only entries of this day or later. */
      from?: string
      /** Only entries of this day or before. */
      to?: string
      /** Only entries that debit or credit it. */
      account?: string
      /** `income`: memberships and donations, `money`: payments, refunds and returns, `opening`: opening balances, `bank`: lines of bank statements. */
      journal?: 'income' | 'money' | 'opening' | 'bank'
      /** A validated entry never changes. A provisional one follows its payment, and has neither number nor frozen names. */
      state?: 'provisional' | 'validated'
      /** Only entries of this bundle. */
      bundle_id?: number
      /** The separator of columns. */
      separator?: 'tab' | '|' | ';' | ','
    }
    response: string
  }
  /** Download the French tax file of an accounting year (FEC). */
  'ledger.fec': {
    args: {
      /** The calendar year in which it ends. */
      year: number
      /** The character set. */
      encoding?: 'utf-8' | 'iso-8859-15'
      /** The separator of columns. */
      separator?: 'tab' | 'pipe'
    }
    response: string
  }
  /** Download the description that accompanies the French tax file. */
  'ledger.fecNotice': {
    args: {
      /** The calendar year in which it ends. */
      year: number
      /** The character set. */
      encoding?: 'utf-8' | 'iso-8859-15'
      /** The separator of columns. */
      separator?: 'tab' | 'pipe'
    }
    response: string
  }
  /** List entries, oldest first unless sorted otherwise. */
  'ledger.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `date`: by the day of the entry. `amount`: by amount, in whatever currency, and then by day. A leading minus reverses the order. */
      sort?: 'date' | '-date' | 'amount' | '-amount'
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Only entries of this day or later. */
      from?: string
      /** Only entries of this day or before. */
      to?: string
      /** Only entries that debit or credit it. */
      account?: string
      /** `income`: memberships and donations, `money`: payments, refunds and returns, `opening`: opening balances, `bank`: lines of bank statements. */
      journal?: 'income' | 'money' | 'opening' | 'bank'
      /** A validated entry never changes. A provisional one follows its payment, and has neither number nor frozen names. */
      state?: 'provisional' | 'validated'
      /** Only entries of this bundle. */
      bundle_id?: number
    }
    response: LedgerList
  }
  /** Read the accounts and the other settings of the ledger. */
  'ledger.readSettings': {
    args: {}
    response: LedgerReadSettingsResponse
  }
  /** Set the opening balances of an accounting year. */
  'ledger.replaceOpeningBalances': {
    args: LedgerReplaceOpeningBalances
    response: LedgerReplaceOpeningBalancesResponse
  }
  /** Sum the entries that match. */
  'ledger.sum': {
    args: {
      /** Only entries of this day or later. */
      from?: string
      /** Only entries of this day or before. */
      to?: string
      /** Only entries that debit or credit it. */
      account?: string
      /** `income`: memberships and donations, `money`: payments, refunds and returns, `opening`: opening balances, `bank`: lines of bank statements. */
      journal?: 'income' | 'money' | 'opening' | 'bank'
      /** A validated entry never changes. A provisional one follows its payment, and has neither number nor frozen names. */
      state?: 'provisional' | 'validated'
      /** Only entries of this bundle. */
      bundle_id?: number
    }
    response: LedgerSumResponse
  }
  /** Change the settings of the ledger; only the fields in the request change. */
  'ledger.updateSettings': {
    args: LedgerUpdateSettings
    response: LedgerReadSettingsResponse
  }
  /** Validate all entries up to a day. */
  'ledger.validate': {
    args: LedgerValidate
    response: LedgerValidateResponse
  }
  /** Read the contents of the map. */
  'map.download': {
    args: {
      /** The version of the map, as `GET /v1/map` tells it. */
      version: string
    }
    response: Blob
  }
  /** Read which map the space has. */
  'map.read': {
    args: {}
    response: MapResponse
  }
  /** Delete the map that the space has uploaded. */
  'map.remove': {
    args: {}
    response: MapRemoveResponse
  }
  /** Upload a map for the space, in place of the one before. */
  'map.upload': {
    args: {
      /** The name of the file. */
      name: string
      file: Blob | string
    }
    response: MapResponse
  }
  /** Read the caller, their space and their permissions in it. */
  'me.read': {
    args: {}
    response: MeResponse
  }
  /** List the users of the space with their teams, state and last visit. */
  'members.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: MemberList
  }
  /** Add a membership price group. */
  'membership_price_groups.create': {
    args: MembershipPriceGroupCreate
    response: MembershipPriceGroupResponse
  }
  /** List the membership price groups with their prices. */
  'membership_price_groups.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: MembershipPriceGroupList
  }
  /** Read a membership price group. */
  'membership_price_groups.read': {
    args: {
      /** Identifier of the membership price group. */
      id: number
    }
    response: MembershipPriceGroupResponse
  }
  /** Delete a membership price group; one in use is hidden instead. */
  'membership_price_groups.remove': {
    args: {
      /** Identifier of the membership price group. */
      id: number
    }
    response: MembershipPriceGroupRemoveResponse
  }
  /** Change a membership price group; only the fields in the request change. */
  'membership_price_groups.update': {
    args: {
      /** Identifier of the membership price group. */
      id: number
    } & MembershipPriceGroupUpdate
    response: MembershipPriceGroupResponse
  }
  /** Add a membership price. */
  'membership_prices.create': {
    args: MembershipPriceCreate
    response: MembershipPriceResponse
  }
  /** List the membership prices. */
  'membership_prices.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: MembershipPriceList
  }
  /** Read a membership price. */
  'membership_prices.read': {
    args: {
      /** Identifier of the membership price. */
      id: number
    }
    response: MembershipPriceResponse
  }
  /** Delete a membership price; one in use is hidden instead. */
  'membership_prices.remove': {
    args: {
      /** Identifier of the membership price. */
      id: number
    }
    response: MembershipPriceRemoveResponse
  }
  /** Change a membership price; only the fields in the request change. */
  'membership_prices.update': {
    args: {
      /** Identifier of the membership price. */
      id: number
    } & MembershipPriceUpdate
    response: MembershipPriceResponse
  }
  /** List merges, newest first. */
  'merges.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Identifier of a contact of the space. */
      contact_id?: number
    }
    response: MergeList
  }
  /** Merge another contact into this one. */
  'merges.merge': {
    args: {
      /** Identifier of the contact. */
      id: number
    } & MergeRequest
    response: MergeResponse
  }
  /** Read a merge. */
  'merges.read': {
    args: {
      /** Identifier of the merge. */
      id: number
    }
    response: MergeResponse
  }
  /** Undo a merge. */
  'merges.undo': {
    args: {
      /** Identifier of the merge. */
      id: number
    }
    response: MergeResponse
  }
  /** Write a note about a contact. */
  'notes.create': {
    args: {
      /** Identifier of the contact. */
      id: number
    } & NoteCreate
    response: NoteCreateResponse
  }
  /** List the notes about a contact: pinned ones first, then the newest. */
  'notes.list': {
    args: {
      /** Identifier of the contact. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: NoteList
  }
  /** Delete a note. */
  'notes.remove': {
    args: {
      /** Identifier of the note. */
      id: number
    }
    response: NoteRemoveResponse
  }
  /** Change a note; only the fields in the request change. */
  'notes.update': {
    args: {
      /** Identifier of the note. */
      id: number
    } & NoteUpdate
    response: NoteCreateResponse
  }
  /** Read what each check does. */
  'payment_checks.read': {
    args: {}
    response: PaymentCheckResponse
  }
  /** Change what checks do; only the fields in the request change. */
  'payment_checks.update': {
    args: PaymentCheckUpdate
    response: PaymentCheckResponse
  }
  /** Save a view of payments. */
  'payment_views.create': {
    args: PaymentViewCreate
    response: PaymentViewCreateResponse
  }
  /** List your own views of payments and the shared ones, by name. */
  'payment_views.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: PaymentViewList
  }
  /** Delete a view of payments. */
  'payment_views.remove': {
    args: {
      /** Identifier of the payment view. */
      id: number
    }
    response: PaymentViewRemoveResponse
  }
  /** Change a view of payments; only the fields in the request change. */
  'payment_views.update': {
    args: {
      /** Identifier of the payment view. */
      id: number
    } & PaymentViewUpdate
    response: PaymentViewCreateResponse
  }
  /** List warnings, newest first. */
  'payment_warnings.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Whether it was settled. */
      state?: 'open' | 'settled'
      /** `allocation`: memberships and donations differ from the transactions. `price`: an amount differs from a fixed price. `overlapping_membership`: two memberships of a contact overlap. `unknown_campaign`: the code is not in the list. `repeated_reference`: another transaction has the same external id. */
      check?: 'allocation' | 'price' | 'overlapping_membership' | 'unknown_campaign' | 'repeated_reference'
      /** Only warnings about this payment, or about others that name it. */
      transaction_bundle_id?: number
    }
    response: PaymentWarningList
  }
  /** Settle a warning: the payment is right as it is. */
  'payment_warnings.settle': {
    args: {
      /** Identifier of the payment warning. */
      id: number
    } & PaymentWarningSettle
    response: PaymentWarningSettleResponse
  }
  /** Carry out a request, or record that it was carried out. */
  'privacy_requests.complete': {
    args: {
      /** Identifier of the privacy request. */
      id: number
    } & PrivacyRequestComplete
    response: PrivacyRequestCompleteResponse
  }
  /** Record a request. It is due within a month. */
  'privacy_requests.create': {
    args: PrivacyRequestCreate
    response: PrivacyRequestResponse
  }
  /** Download all data about the person, for a request for access. */
  'privacy_requests.export': {
    args: {
      /** Identifier of the privacy request. */
      id: number
    }
    response: PersonalData
  }
  /** Check which of these addresses belong to erased people. */
  'privacy_requests.findErased': {
    args: PrivacyRequestFindErased
    response: PrivacyRequestFindErasedResponse
  }
  /** Lift a restriction. */
  'privacy_requests.lift': {
    args: {
      /** Identifier of the privacy request. */
      id: number
    }
    response: PrivacyRequestResponse
  }
  /** List requests, the earliest due date first. */
  'privacy_requests.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Articles 15 and 20, 17, 18 and 16 of the General Data Protection Regulation. */
      kind?: 'access' | 'erasure' | 'restriction' | 'rectification'
      /** The state of the request. */
      state?: 'open' | 'done' | 'refused' | 'lifted'
      /** Identifier of a contact of the space. */
      contact_id?: number
    }
    response: PrivacyRequestList
  }
  /** Read a request. */
  'privacy_requests.read': {
    args: {
      /** Identifier of the privacy request. */
      id: number
    }
    response: PrivacyRequestResponse
  }
  /** Refuse a request, with a reason. */
  'privacy_requests.refuse': {
    args: {
      /** Identifier of the privacy request. */
      id: number
    } & PrivacyRequestRefuse
    response: PrivacyRequestResponse
  }
  /** Change the notes of an open request, or extend it. */
  'privacy_requests.update': {
    args: {
      /** Identifier of the privacy request. */
      id: number
    } & PrivacyRequestUpdate
    response: PrivacyRequestResponse
  }
  /** Add a relationship with another contact. */
  'relationships.create': {
    args: {
      /** Identifier of the contact. */
      id: number
    } & RelationshipCreate
    response: RelationshipCreateResponse
  }
  /** List the relationships of a contact. */
  'relationships.list': {
    args: {
      /** Identifier of the contact. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: RelationshipList
  }
  /** Delete a relationship, for both contacts. */
  'relationships.remove': {
    args: {
      /** Identifier of the relationship. */
      id: number
    }
    response: RelationshipRemoveResponse
  }
  /** Create a custom role. */
  'roles.create': {
    args: RoleCreate
    response: RoleResponse
  }
  /** List the roles of the space, highest rank first. */
  'roles.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: RoleList
  }
  /** Read a role. */
  'roles.read': {
    args: {
      /** Identifier of the role. */
      id: number
    }
    response: RoleResponse
  }
  /** Delete a custom role that no user has. */
  'roles.remove': {
    args: {
      /** Identifier of the role. */
      id: number
    }
    response: RoleRemoveResponse
  }
  /** Change a role; only the fields in the request change. */
  'roles.update': {
    args: {
      /** Identifier of the role. */
      id: number
    } & RoleUpdate
    response: RoleResponse
  }
  /** Save a filter. */
  'saved_filters.create': {
    args: SavedFilterCreate
    response: SavedFilterResponse
  }
  /** List your filters and the shared ones, by name. */
  'saved_filters.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: SavedFilterList
  }
  /** Read a filter. */
  'saved_filters.read': {
    args: {
      /** Identifier of the saved filter. */
      id: number
    }
    response: SavedFilterResponse
  }
  /** Delete a filter. */
  'saved_filters.remove': {
    args: {
      /** Identifier of the saved filter. */
      id: number
    }
    response: SavedFilterRemoveResponse
  }
  /** Change a filter; only the fields in the request change. */
  'saved_filters.update': {
    args: {
      /** Identifier of the saved filter. */
      id: number
    } & SavedFilterUpdate
    response: SavedFilterResponse
  }
  /** Count the contacts that match a query. */
  'search.count': {
    args: SearchCount
    response: SearchCountResponse
  }
  /** Search contacts. */
  'search.search': {
    args: SearchRequest
    response: SearchResponse
  }
  /** End a session, which signs that browser out. */
  'sessions.end': {
    args: {
      /** Identifier of the session. */
      id: number
    }
    response: SessionEndResponse
  }
  /** End all your other sessions. */
  'sessions.endOthers': {
    args: {}
    response: SessionEndOthersResponse
  }
  /** List your sessions, last used first. */
  'sessions.list': {
    args: {}
    response: SessionList
  }
  /** List the spaces the caller belongs to. */
  'spaces.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: SpaceList
  }
  /** Read a space the caller belongs to. */
  'spaces.read': {
    args: {
      /** Identifier of the space. */
      id: number
    }
    response: SpaceResponse
  }
  /** Change the name, language or time zone of the space the token is bound to, or require a second factor in it. */
  'spaces.update': {
    args: {
      /** Identifier of the space. */
      id: number
    } & SpaceUpdate
    response: SpaceResponse
  }
  /** Sum up payments by month and currency, by payment method, campaign and status. */
  'statistics.read': {
    args: {
      /** Start of the period; a date without a time means the start of that day. */
      from?: string
      /** End of the period; a date without a time includes that day. */
      to?: string
    }
    response: StatisticsResponse
  }
  /** Suspend a user: every token they hold for this space is refused. */
  'suspensions.create': {
    args: SuspensionCreate
    response: SuspensionCreateResponse
  }
  /** End a suspension. Tokens that have not expired meanwhile work again. */
  'suspensions.end': {
    args: {
      /** Identifier of a user of the space. */
      user_id: number
    }
    response: SuspensionEndResponse
  }
  /** List the suspended users of the space, newest first. */
  'suspensions.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: SuspensionList
  }
  /** Check whether the service is available. */
  'system.checkHealth': {
    args: {}
    response: SystemCheckHealthResponse
  }
  /** The API as an OpenAPI 3.1 document. */
  'system.readOpenapi': {
    args: {}
    response: SystemReadOpenapiResponse
  }
  /** Add tags to many contacts, or remove them. */
  'tags.change': {
    args: TagChangeRequest
    response: TagChangeResponse
  }
  /** List the tags of the space by name, with the number of contacts of each. */
  'tags.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Only tags that begin with this text. */
      prefix?: string
    }
    response: TagList
  }
  /** Read the result of a tag change. */
  'tags.readChange': {
    args: {
      /** Identifier of the tag change. */
      id: number
    }
    response: TagChangeResponse
  }
  /** Create a task. */
  'tasks.create': {
    args: TaskCreate
    response: TaskResponse
  }
  /** List tasks: open ones by due date, or those that are done, the latest first. */
  'tasks.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Whether to list the tasks of all users, as far as the caller sees them, in place of those of the caller. */
      all?: boolean
      /** Only tasks of this user. */
      assignee_id?: number
      /** Only tasks about this contact. */
      contact_id?: number
      /** Only tasks that this user created. */
      created_by?: number
      /** Whether to list open tasks or those that are done. */
      state?: 'open' | 'done'
      /** Only tasks that are due before this day. */
      due_before?: string
    }
    response: TaskList
  }
  /** Read a task. */
  'tasks.read': {
    args: {
      /** Identifier of the task. */
      id: number
    }
    response: TaskResponse
  }
  /** Delete a task. */
  'tasks.remove': {
    args: {
      /** Identifier of the task. */
      id: number
    }
    response: TaskRemoveResponse
  }
  /** Change a task or mark it as done; only the fields in the request change. */
  'tasks.update': {
    args: {
      /** Identifier of the task. */
      id: number
    } & TaskUpdate
    response: TaskResponse
  }
  /** Create a team. */
  'teams.create': {
    args: TeamCreate
    response: TeamResponse
  }
  /** List every team the caller can see. */
  'teams.list': {
    args: {
      /** Identifier of a user of the space. */
      user_id?: number
      /** All teams when left out. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: TeamList
  }
  /** List the public teams, with full user records. */
  'teams.listPublic': {
    args: {
      /** All teams when left out. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: TeamListPublicResponse
  }
  /** Read a team. */
  'teams.read': {
    args: {
      /** Identifier of the team. */
      id: number
    }
    response: TeamResponse
  }
  /** Delete a team. */
  'teams.remove': {
    args: {
      /** Identifier of the team. */
      id: number
    }
    response: TeamRemoveResponse
  }
  /** Replace a team; an omitted field, except name, is reset to its default. */
  'teams.replace': {
    args: TeamReplace
    response: TeamResponse
  }
  /** Create a token for this space. The secret is only in this response. */
  'tokens.create': {
    args: TokenCreate
    response: TokenCreateResponse
  }
  /** Revoke a token. */
  'tokens.end': {
    args: {
      /** Identifier of the token. */
      id: number
    }
    response: TokenEndResponse
  }
  /** List your active tokens in this space, newest first. */
  'tokens.list': {
    args: {
      /** Whether to list those of all users of the space. */
      all?: boolean
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: TokenList
  }
  /** Add transactions to an open batch, all of them or none. */
  'transaction_batches.addTransactions': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
    } & TransactionBatchAddTransactions
    response: TransactionBatchResponse
  }
  /** Close a batch. Its count and amount must be as expected. */
  'transaction_batches.close': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
    }
    response: TransactionBatchResponse
  }
  /** Open a batch; it takes the next number. */
  'transaction_batches.create': {
    args: TransactionBatchCreate
    response: TransactionBatchResponse
  }
  /** Mark a closed batch as deposited at the bank. */
  'transaction_batches.deposit': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
    }
    response: TransactionBatchResponse
  }
  /** Download the deposit slip of a batch, to print. */
  'transaction_batches.depositSlip': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
      /** By default your language. */
      language?: 'en' | 'fr'
      /** The account to deposit to. By default the only bank account, if there is one. */
      bank_account_id?: number
    }
    response: Blob
  }
  /** List batches, newest first unless sorted otherwise. */
  'transaction_batches.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** `number`: in the order in which batches were opened. A leading minus reverses the order. */
      sort?: 'number' | '-number' | 'name' | '-name'
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** State or region. */
      state?: 'open' | 'closed' | 'deposited'
    }
    response: TransactionBatchList
  }
  /** Read a batch. */
  'transaction_batches.read': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
    }
    response: TransactionBatchResponse
  }
  /** Remove a transaction from an open batch. */
  'transaction_batches.removeTransaction': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
      /** Identifier of the transaction. */
      transaction_id: number
    }
    response: TransactionBatchResponse
  }
  /** Reopen a closed or deposited batch. */
  'transaction_batches.reopen': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
    }
    response: TransactionBatchResponse
  }
  /** Sum the transactions in the batches that match. */
  'transaction_batches.sum': {
    args: {
      /** State or region. */
      state?: 'open' | 'closed' | 'deposited'
    }
    response: TransactionBatchSumResponse
  }
  /** Change the name of an open batch, or its expected count and amount. */
  'transaction_batches.update': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
    } & TransactionBatchUpdate
    response: TransactionBatchResponse
  }
  /** Record a bundle. */
  'transaction_bundles.create': {
    args: TransactionBundleCreate
    response: TransactionBundleCreateResponse
  }
  /** Download bundles as CSV. */
  'transaction_bundles.export': {
    args: {
      /** Only what changed at this time or later. */
      updated_since?: string
      /** Identifier of a contact of the space. */
      contact_id?: number
      /** Identifier of a transaction status. */
      status_id?: number
      /** `pending`: the money has not arrived yet. `unpaid`: it did not arrive, or the bank returned it. */
      state?: 'pending' | 'unpaid'
      /** How it was paid, as one of the kinds in the settings. */
      payment_method_kind?: string
      /** Only what is in this deposit batch. */
      batch_id?: number
      /** Code of the campaign that led to the payment. */
      code_campaign?: string
      /** Only what is dated on this day or later. */
      date_from?: string
      /** Only what is dated on this day or before. */
      date_to?: string
      /** The origin that the bundle was created with. */
      origin?: string
      /** `items`: a line for each transaction, membership and donation of a matching bundle. `payments`: a line for each matching transaction, so that amounts can be summed. */
      lines?: 'items' | 'payments'
      /** Headings, words and days for a reader of this language, and with `lines=items` two columns of amounts: paid, and allocated to memberships and donations. Left out: field names, and times in UTC. */
      language?: 'en' | 'fr'
      /** The character between two columns of the file. */
      separator?: ',' | ';' | 'tab'
      /** Whether the file begins with a byte order mark, which helps spreadsheets to recognise UTF-8. */
      bom?: boolean
    }
    response: string
  }
  /** Download bundles as a spreadsheet for Excel or LibreOffice (XLSX). */
  'transaction_bundles.exportSpreadsheet': {
    args: {
      /** Only what changed at this time or later. */
      updated_since?: string
      /** Identifier of a contact of the space. */
      contact_id?: number
      /** Identifier of a transaction status. */
      status_id?: number
      /** `pending`: the money has not arrived yet. `unpaid`: it did not arrive, or the bank returned it. */
      state?: 'pending' | 'unpaid'
      /** How it was paid, as one of the kinds in the settings. */
      payment_method_kind?: string
      /** Only what is in this deposit batch. */
      batch_id?: number
      /** Code of the campaign that led to the payment. */
      code_campaign?: string
      /** Only what is dated on this day or later. */
      date_from?: string
      /** Only what is dated on this day or before. */
      date_to?: string
      /** The origin that the bundle was created with. */
      origin?: string
      /** `items`: a line for each transaction, membership and donation of a matching bundle. `payments`: a line for each matching transaction, so that amounts can be summed. */
      lines?: 'items' | 'payments'
      /** The language of headings, words and days. Left out: that of your account, or else of your space. */
      language?: 'en' | 'fr'
    }
    response: Blob
  }
  /** List bundles, newest first unless sorted otherwise. */
  'transaction_bundles.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** `id`: in the order in which bundles were recorded. `date`: by the first transaction of each. `amount`: by the sum of its transactions, in whatever currency. A leading minus reverses the order. */
      sort?: 'id' | '-id' | 'date' | '-date' | 'amount' | '-amount'
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Only what changed at this time or later. */
      updated_since?: string
      /** Identifier of a contact of the space. */
      contact_id?: number
      /** Identifier of a transaction status. */
      status_id?: number
      /** `pending`: the money has not arrived yet. `unpaid`: it did not arrive, or the bank returned it. */
      state?: 'pending' | 'unpaid'
      /** How it was paid, as one of the kinds in the settings. */
      payment_method_kind?: string
      /** Only what is in this deposit batch. */
      batch_id?: number
      /** Code of the campaign that led to the payment. */
      code_campaign?: string
      /** Only what is dated on this day or later. */
      date_from?: string
      /** Only what is dated on this day or before. */
      date_to?: string
      /** The origin that the bundle was created with. */
      origin?: string
    }
    response: TransactionBundleList
  }
  /** Read a bundle. */
  'transaction_bundles.read': {
    args: {
      /** Identifier of the transaction bundle. */
      id: number
    }
    response: TransactionBundleResponse
  }
  /** Read the history of a bundle, oldest entry first. */
  'transaction_bundles.readHistory': {
    args: {
      /** Identifier of the transaction bundle. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: TransactionBundleReadHistoryResponse
  }
  /** Delete a bundle. Its history stays readable. */
  'transaction_bundles.remove': {
    args: {
      /** Identifier of the transaction bundle. */
      id: number
    }
    response: TransactionBundleRemoveResponse
  }
  /** Sum the transactions that match. */
  'transaction_bundles.sum': {
    args: {
      /** Only what changed at this time or later. */
      updated_since?: string
      /** Identifier of a contact of the space. */
      contact_id?: number
      /** Identifier of a transaction status. */
      status_id?: number
      /** `pending`: the money has not arrived yet. `unpaid`: it did not arrive, or the bank returned it. */
      state?: 'pending' | 'unpaid'
      /** How it was paid, as one of the kinds in the settings. */
      payment_method_kind?: string
      /** Only what is in this deposit batch. */
      batch_id?: number
      /** Code of the campaign that led to the payment. */
      code_campaign?: string
      /** Only what is dated on this day or later. */
      date_from?: string
      /** Only what is dated on this day or before. */
      date_to?: string
      /** The origin that the bundle was created with. */
      origin?: string
    }
    response: TransactionBundleSumResponse
  }
  /** Change items of a bundle, or add items. Items are never removed. */
  'transaction_bundles.update': {
    args: {
      /** Identifier of the transaction bundle. */
      id: number
    } & TransactionBundleUpdate
    response: TransactionBundleCreateResponse
  }
  /** Read the settings. */
  'transaction_settings.read': {
    args: {}
    response: TransactionSettingsResponse
  }
  /** Change the settings; only the fields in the request change. */
  'transaction_settings.update': {
    args: TransactionSettingsUpdate
    response: TransactionSettingsResponse
  }
  /** Add a transaction status. */
  'transaction_statuses.create': {
    args: TransactionStatusCreate
    response: TransactionStatusResponse
  }
  /** List the transaction statuses. */
  'transaction_statuses.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: TransactionStatusList
  }
  /** Read a transaction status. */
  'transaction_statuses.read': {
    args: {
      /** Identifier of the transaction status. */
      id: number
    }
    response: TransactionStatusResponse
  }
  /** Delete a transaction status; one in use is archived instead. */
  'transaction_statuses.remove': {
    args: {
      /** Identifier of the transaction status. */
      id: number
    }
    response: TransactionStatusRemoveResponse
  }
  /** Change a transaction status; only the fields in the request change. */
  'transaction_statuses.update': {
    args: {
      /** Identifier of the transaction status. */
      id: number
    } & TransactionStatusUpdate
    response: TransactionStatusResponse
  }
  /** Cancel a refund or return that was recorded by mistake. */
  'transactions.cancelReversal': {
    args: {
      /** Identifier of the transaction. */
      id: number
      /** Identifier of the reversal. */
      reversal_id: number
    } & TransactionCancelReversal
    response: TransactionRefundResponse
  }
  /** List the refunds and returns of a transaction, oldest first. */
  'transactions.readReversals': {
    args: {
      /** Identifier of the transaction. */
      id: number
    }
    response: TransactionReadReversalsResponse
  }
  /** Record that money of a transaction was paid back. */
  'transactions.refund': {
    args: {
      /** Identifier of the transaction. */
      id: number
    } & TransactionRefund
    response: TransactionRefundResponse
  }
  /** Record that the bank took money of a transaction back. */
  'transactions.return': {
    args: {
      /** Identifier of the transaction. */
      id: number
    } & TransactionRefund
    response: TransactionRefundResponse
  }
  /** Update the contact that matches, or create one; returns a receipt for the outcome. */
  'upserts.create': {
    args: UpsertCreate
    response: UpsertCreateResponse
  }
  /** Read the outcome of an upsert. */
  'upserts.read': {
    args: {
      /** Identifies the upsert; use it to read the result later. */
      receipt: string
    }
    response: UpsertResponse
  }
  /** Change the role of a user. */
  'users.assignRole': {
    args: UserAssignRole
    response: UserAssignRoleResponse
  }
  /** List the users the caller can see. */
  'users.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** True for ascending order by surname and first name, false for descending. */
      sort?: boolean
    }
    response: UserList
  }
  /** Read a user. */
  'users.read': {
    args: {
      /** Identifier of the user. */
      id: number
    }
    response: UserResponse
  }
  /** Remove a user from the space. */
  'users.remove': {
    args: {
      /** Identifier of the user. */
      id: number
    }
    response: UserRemoveResponse
  }
  /** Change the profile of a user. */
  'users.update': {
    args: {
      /** Identifier of the user. */
      id: number
    } & UserUpdate
    response: UserAssignRoleResponse
  }
  /** Count visits and people met by week, oldest first. */
  'visit_weeks.list': {
    args: {
      /** How many weeks to list. The last one is the present week. */
      weeks?: number
    }
    response: VisitWeekList
  }
  /** Correct a visit. The previous values stay in its history. */
  'visits.correct': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Identifier of the visit. */
      visit_id: number
    } & VisitCorrect
    response: VisitResponse
  }
  /** List visits of an action, newest first. */
  'visits.list': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Start of the period; a date without a time means the start of that day. */
      from?: string
      /** End of the period; a date without a time includes that day. */
      to?: string
      /** The result of the visit. */
      result?: VisitResult
      /** Identifier of the user who recorded it. */
      recorded_by?: number
      /** List withdrawn visits instead. */
      withdrawn?: boolean
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
    }
    response: VisitList
  }
  /** Read a visit. */
  'visits.read': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Identifier of the visit. */
      visit_id: number
    }
    response: VisitResponse
  }
  /** Read the corrections of a visit. */
  'visits.readHistory': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Identifier of the visit. */
      visit_id: number
    }
    response: VisitReadHistoryResponse
  }
  /** Record a visit, or several, all of them or none. */
  'visits.record': {
    args: {
      /** Identifier of the action. */
      id: number
    } & VisitRecord
    response: VisitRecordResponse
  }
  /** Withdraw a visit, which then does not count. It stays in its history. */
  'visits.withdraw': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Identifier of the visit. */
      visit_id: number
    }
    response: VisitWithdrawResponse
  }
  /** List payments that wait for the bank, newest first. */
  'waiting_payments.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
      /** Payments in its currency, and of methods that reach it. */
      bank_account_id?: number
      /** A name, an amount, or the number of a payment or batch. */
      search?: string
    }
    response: WaitingPaymentList
  }
  /** Create a webhook. The secret is only in this response. */
  'webhooks.create': {
    args: WebhookCreate
    response: WebhookCreateResponse
  }
  /** List the webhooks of the space, by name. */
  'webhooks.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** How many records to skip. */
      offset?: number
    }
    response: WebhookList
  }
  /** List the deliveries of a webhook, sent and waiting, newest first. */
  'webhooks.listDeliveries': {
    args: {
      /** Identifier of the webhook. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** State or region. */
      state?: 'waiting' | 'delivered' | 'failed'
    }
    response: WebhookListDeliveriesResponse
  }
  /** Read a webhook. */
  'webhooks.read': {
    args: {
      /** Identifier of the webhook. */
      id: number
    }
    response: WebhookResponse
  }
  /** Delete a webhook, its waiting deliveries and its log. */
  'webhooks.remove': {
    args: {
      /** Identifier of the webhook. */
      id: number
    }
    response: WebhookRemoveResponse
  }
  /** Replace the secret. The new one is only in this response; the former one also signs for 24 hours. */
  'webhooks.renewSecret': {
    args: {
      /** Identifier of the webhook. */
      id: number
    }
    response: WebhookCreateResponse
  }
  /** Send all events since a time again. */
  'webhooks.replay': {
    args: {
      /** Identifier of the webhook. */
      id: number
    } & WebhookReplay
    response: WebhookReplayResponse
  }
  /** Send one delivery again. */
  'webhooks.replayDelivery': {
    args: {
      /** Identifier of the webhook. */
      id: number
      /** Identifier of the delivery. */
      delivery_id: number
    }
    response: WebhookReplayDeliveryResponse
  }
  /** Send a test event of type webhook.tested. */
  'webhooks.test': {
    args: {
      /** Identifier of the webhook. */
      id: number
    }
    response: WebhookRemoveResponse
  }
  /** Change, enable or disable a webhook; only the fields in the request change. */
  'webhooks.update': {
    args: {
      /** Identifier of the webhook. */
      id: number
    } & WebhookUpdate
    response: WebhookResponse
  }
}

/** Method, path and query parameters of each operation. */
export const routes = {
  'action_addresses.add': ['POST', '/actions/{id}/addresses'],
  'action_addresses.addFromContacts': ['POST', '/actions/{id}/addresses/from_contacts', 'cursor'],
  'action_addresses.list': ['GET', '/actions/{id}/addresses', 'visited', 'cursor', 'limit'],
  'action_addresses.remove': ['DELETE', '/actions/{id}/addresses/{address_id}'],
  'action_addresses.removeMany': ['POST', '/actions/{id}/addresses/remove'],
  'action_contacts.list': ['GET', '/actions/{id}/contacts', 'cursor', 'limit'],
  'action_statistics.read': ['GET', '/actions/{id}/statistics', 'from', 'to'],
  'actions.archive': ['DELETE', '/actions/{id}'],
  'actions.create': ['POST', '/actions'],
  'actions.duplicate': ['POST', '/actions/{id}/duplicate'],
  'actions.list': ['GET', '/actions', 'from', 'to', 'archived', 'limit', 'offset'],
  'actions.read': ['GET', '/actions/{id}'],
  'actions.restore': ['POST', '/actions/{id}/restore'],
  'actions.update': ['PATCH', '/actions/{id}'],
  'activity.list': ['GET', '/v1/activity', 'since'],
  'audit.export': ['GET', '/v1/audit.csv', 'user_id', 'kind', 'subject', 'subject_id', 'from', 'to', 'separator'],
  'audit.list': [
    'GET',
    '/v1/audit',
    'limit',
    'sort',
    'cursor',
    'user_id',
    'kind',
    'subject',
    'subject_id',
    'from',
    'to',
  ],
  'bank_accounts.create': ['POST', '/v1/bank_accounts'],
  'bank_accounts.delete': ['DELETE', '/v1/bank_accounts/{id}'],
  'bank_accounts.list': ['GET', '/v1/bank_accounts', 'limit', 'offset'],
  'bank_accounts.read': ['GET', '/v1/bank_accounts/{id}'],
  'bank_accounts.update': ['PATCH', '/v1/bank_accounts/{id}'],
  'bank_lines.acceptCertain': ['POST', '/v1/bank_lines/accept_certain'],
  'bank_lines.ignore': ['POST', '/v1/bank_lines/{id}/ignore'],
  'bank_lines.list': [
    'GET',
    '/v1/bank_lines',
    'limit',
    'offset',
    'bank_account_id',
    'statement_id',
    'state',
    'month',
    'transaction_bundle_id',
    'search',
    'certain',
    'proposals',
  ],
  'bank_lines.match': ['POST', '/v1/bank_lines/{id}/match'],
  'bank_lines.pay': ['POST', '/v1/bank_lines/{id}/payment'],
  'bank_lines.read': ['GET', '/v1/bank_lines/{id}'],
  'bank_lines.undo': ['POST', '/v1/bank_lines/undo'],
  'bank_months.close': ['POST', '/v1/bank_months/close'],
  'bank_months.list': ['GET', '/v1/bank_months', 'limit', 'offset', 'bank_account_id'],
  'bank_months.open': ['POST', '/v1/bank_months/open'],
  'bank_months.statement': ['GET', '/v1/bank_months/statement.pdf', 'bank_account_id', 'month', 'language'],
  'bank_rules.create': ['POST', '/v1/bank_rules'],
  'bank_rules.delete': ['DELETE', '/v1/bank_rules/{id}'],
  'bank_rules.list': ['GET', '/v1/bank_rules', 'limit', 'offset'],
  'bank_rules.read': ['GET', '/v1/bank_rules/{id}'],
  'bank_rules.update': ['PATCH', '/v1/bank_rules/{id}'],
  'bank_statements.delete': ['DELETE', '/v1/bank_statements/{id}'],
  'bank_statements.list': ['GET', '/v1/bank_statements', 'limit', 'offset', 'bank_account_id'],
  'bank_statements.preview': ['POST', '/v1/bank_statements/preview', 'name', 'bank_account_id'],
  'bank_statements.read': ['GET', '/v1/bank_statements/{id}'],
  'bank_statements.upload': ['POST', '/v1/bank_statements', 'name', 'bank_account_id'],
  'bulk_changes.cancel': ['POST', '/v1/bulk_changes/{id}/cancel'],
  'bulk_changes.create': ['POST', '/v1/bulk_changes'],
  'bulk_changes.list': ['GET', '/v1/bulk_changes', 'limit', 'offset', 'in_progress', 'mine'],
  'bulk_changes.listContacts': ['GET', '/v1/bulk_changes/{id}/contacts', 'limit', 'cursor', 'outcome'],
  'bulk_changes.read': ['GET', '/v1/bulk_changes/{id}'],
  'bulk_changes.undo': ['POST', '/v1/bulk_changes/{id}/undo'],
  'changes.list': ['GET', '/v1/changes', 'cursor', 'from', 'types', 'limit', 'wait'],
  'code_campaigns.create': ['POST', '/v1/code_campaigns'],
  'code_campaigns.list': ['GET', '/v1/code_campaigns', 'limit', 'offset'],
  'code_campaigns.read': ['GET', '/v1/code_campaigns/{id}'],
  'code_campaigns.remove': ['DELETE', '/v1/code_campaigns/{id}'],
  'code_campaigns.update': ['PATCH', '/v1/code_campaigns/{id}'],
  'contacts.create': ['POST', '/contacts'],
  'contacts.findByKey': ['POST', '/v1/known_contacts'],
  'contacts.list': ['GET', '/contacts', 'limit', 'offset', 'sort', 'cursor'],
  'contacts.listConsents': ['GET', '/contacts/{id}/consents', 'limit', 'offset'],
  'contacts.listDeleted': ['GET', '/v1/deleted_contacts', 'limit', 'cursor'],
  'contacts.read': ['GET', '/contacts/{id}'],
  'contacts.readBare': ['GET', '/v1/contacts/{id}'],
  'contacts.readSummary': ['GET', '/v1/contacts/{id}/summary'],
  'contacts.readTimeline': ['GET', '/contacts/{id}/timeline', 'limit', 'offset', 'cursor', 'about'],
  'contacts.remove': ['DELETE', '/contacts/{id}'],
  'contacts.replace': ['PATCH', '/contacts/{id}'],
  'contacts.restore': ['POST', '/contacts/{id}/restore'],
  'contribution_rules.check': [
    'GET',
    '/v1/contribution_rules/check',
    'contact_id',
    'amount',
    'date',
    'payment_method_kind',
    'kind',
    'code_campaign',
  ],
  'contribution_rules.read': ['GET', '/v1/contribution_rules'],
  'contribution_rules.update': ['PATCH', '/v1/contribution_rules'],
  'declared_visits.declare': ['POST', '/actions/{id}/declared_visits'],
  'declared_visits.list': ['GET', '/actions/{id}/declared_visits', 'cursor', 'limit'],
  'declared_visits.withdraw': ['DELETE', '/actions/{id}/declared_visits/{declared_id}'],
  'donation_prices.create': ['POST', '/v1/donation_prices'],
  'donation_prices.list': ['GET', '/v1/donation_prices', 'limit', 'offset'],
  'donation_prices.read': ['GET', '/v1/donation_prices/{id}'],
  'donation_prices.remove': ['DELETE', '/v1/donation_prices/{id}'],
  'donation_prices.update': ['PATCH', '/v1/donation_prices/{id}'],
  'duplicates.findSimilar': ['POST', '/v1/similar_contacts'],
  'duplicates.list': ['GET', '/v1/duplicates', 'limit', 'cursor', 'reason'],
  'duplicates.listOfContact': ['GET', '/contacts/{id}/duplicates'],
  'duplicates.markNotDuplicates': ['POST', '/v1/duplicates/not_duplicates'],
  'duplicates.unmarkNotDuplicates': ['DELETE', '/v1/duplicates/not_duplicates/{one}/{other}'],
  'exports.download': ['POST', '/v1/exports/contacts.csv'],
  'files.download': ['GET', '/v1/files/{id}/content'],
  'files.list': ['GET', '/v1/contacts/{id}/files', 'limit', 'cursor'],
  'files.read': ['GET', '/v1/files/{id}'],
  'files.readUsage': ['GET', '/v1/files/usage'],
  'files.remove': ['DELETE', '/v1/files/{id}'],
  'files.update': ['PATCH', '/v1/files/{id}'],
  'files.upload': ['POST', '/v1/contacts/{id}/files', 'name'],
  'find.find': ['GET', '/v1/find', 'q'],
  'forms.archive': ['DELETE', '/forms/{id}'],
  'forms.create': ['POST', '/forms'],
  'forms.list': ['GET', '/forms', 'limit', 'offset', 'archived'],
  'forms.listConsent': ['GET', '/forms/consent', 'limit', 'offset'],
  'forms.listCustomFields': ['GET', '/forms/custom_fields', 'limit', 'offset'],
  'forms.listLevelOfSupport': ['GET', '/forms/level_of_support', 'limit', 'offset'],
  'forms.listOfType': ['GET', '/v1/forms/type/{type}', 'limit', 'offset'],
  'forms.listPresenceStatus': ['GET', '/forms/presence_status', 'limit', 'offset'],
  'forms.listSurvey': ['GET', '/forms/survey', 'limit', 'offset'],
  'forms.listTasks': ['GET', '/forms/tasks', 'limit', 'offset'],
  'forms.order': ['POST', '/v1/forms/type/{type}/order'],
  'forms.read': ['GET', '/forms/{id}'],
  'forms.update': ['PATCH', '/forms/{id}'],
  'forms.versions': ['GET', '/v1/forms/{id}/versions', 'limit', 'offset'],
  'grants.end': ['DELETE', '/v1/grants/{id}'],
  'grants.list': ['GET', '/v1/grants', 'limit', 'offset'],
  'households.create': ['POST', '/v1/households'],
  'households.list': ['GET', '/v1/households', 'limit', 'cursor'],
  'households.read': ['GET', '/v1/households/{id}'],
  'households.readOfContact': ['GET', '/v1/contacts/{id}/household'],
  'households.remove': ['DELETE', '/v1/households/{id}'],
  'households.update': ['PATCH', '/v1/households/{id}'],
  'identity_providers.create': ['POST', '/v1/identity_providers'],
  'identity_providers.list': ['GET', '/v1/identity_providers', 'limit', 'offset'],
  'identity_providers.read': ['GET', '/v1/identity_providers/{id}'],
  'identity_providers.remove': ['DELETE', '/v1/identity_providers/{id}'],
  'identity_providers.update': ['PATCH', '/v1/identity_providers/{id}'],
  'identity_providers.verify': ['POST', '/v1/identity_providers/{id}/verify'],
  'imports.check': ['POST', '/v1/imports/{id}/check'],
  'imports.correctCells': ['PATCH', '/v1/imports/{id}/cells'],
  'imports.exportRefused': ['GET', '/v1/imports/{id}/refused.csv'],
  'imports.list': ['GET', '/v1/imports', 'limit', 'offset'],
  'imports.listCells': ['GET', '/v1/imports/{id}/cells', 'limit', 'offset', 'include_corrected', 'effect'],
  'imports.listKept': ['GET', '/v1/imports/{id}/kept', 'limit', 'offset'],
  'imports.read': ['GET', '/v1/imports/{id}'],
  'imports.run': ['POST', '/v1/imports/{id}/run'],
  'imports.undo': ['POST', '/v1/imports/{id}/undo'],
  'imports.update': ['PATCH', '/v1/imports/{id}'],
  'imports.upload': ['POST', '/v1/imports', 'name'],
  'integrations.create': ['POST', '/v1/integrations'],
  'integrations.createSecret': ['POST', '/v1/integrations/{id}/secrets'],
  'integrations.end': ['DELETE', '/v1/integrations/{id}'],
  'integrations.endSecret': ['DELETE', '/v1/integrations/{id}/secrets/{secret_id}'],
  'integrations.list': ['GET', '/v1/integrations', 'limit', 'offset'],
  'integrations.read': ['GET', '/v1/integrations/{id}'],
  'integrations.update': ['PATCH', '/v1/integrations/{id}'],
  'invitations.cancel': ['DELETE', '/users/invitation/{id}'],
  'invitations.create': ['POST', '/users/invitation'],
  'invitations.list': ['GET', '/users/invitation', 'limit', 'offset'],
  'jobs.cancel': ['POST', '/v1/jobs/{id}/cancel'],
  'jobs.follow': ['GET', '/v1/jobs/{id}/events'],
  'jobs.list': ['GET', '/v1/jobs', 'limit', 'offset', 'state'],
  'jobs.read': ['GET', '/v1/jobs/{id}'],
  'ledger.balances': ['GET', '/v1/ledger/balances', 'from', 'to', 'state'],
  'ledger.export': ['GET', '/v1/ledger.csv', 'from', 'to', 'account', 'journal', 'state', 'bundle_id', 'separator'],
  'ledger.fec': ['GET', '/v1/ledger/fec', 'year', 'encoding', 'separator'],
  'ledger.fecNotice': ['GET', '/v1/ledger/fec/notice', 'year', 'encoding', 'separator'],
  'ledger.list': [
    'GET',
    '/v1/ledger',
    'limit',
    'sort',
    'cursor',
    'from',
    'to',
    'account',
    'journal',
    'state',
    'bundle_id',
  ],
  'ledger.readSettings': ['GET', '/v1/ledger/settings'],
  'ledger.replaceOpeningBalances': ['POST', '/v1/ledger/opening_balances'],
  'ledger.sum': ['GET', '/v1/ledger/sums', 'from', 'to', 'account', 'journal', 'state', 'bundle_id'],
  'ledger.updateSettings': ['PATCH', '/v1/ledger/settings'],
  'ledger.validate': ['POST', '/v1/ledger/validate'],
  'map.download': ['GET', '/v1/map/file', 'version'],
  'map.read': ['GET', '/v1/map'],
  'map.remove': ['DELETE', '/v1/map'],
  'map.upload': ['POST', '/v1/map', 'name'],
  'me.read': ['GET', '/me'],
  'members.list': ['GET', '/v1/members', 'limit', 'offset'],
  'membership_price_groups.create': ['POST', '/v1/membership_price_groups'],
  'membership_price_groups.list': ['GET', '/v1/membership_price_groups', 'limit', 'offset'],
  'membership_price_groups.read': ['GET', '/v1/membership_price_groups/{id}'],
  'membership_price_groups.remove': ['DELETE', '/v1/membership_price_groups/{id}'],
  'membership_price_groups.update': ['PATCH', '/v1/membership_price_groups/{id}'],
  'membership_prices.create': ['POST', '/v1/membership_prices'],
  'membership_prices.list': ['GET', '/v1/membership_prices', 'limit', 'offset'],
  'membership_prices.read': ['GET', '/v1/membership_prices/{id}'],
  'membership_prices.remove': ['DELETE', '/v1/membership_prices/{id}'],
  'membership_prices.update': ['PATCH', '/v1/membership_prices/{id}'],
  'merges.list': ['GET', '/v1/merges', 'limit', 'cursor', 'contact_id'],
  'merges.merge': ['POST', '/contacts/{id}/merge'],
  'merges.read': ['GET', '/v1/merges/{id}'],
  'merges.undo': ['POST', '/v1/merges/{id}/undo'],
  'notes.create': ['POST', '/v1/contacts/{id}/notes'],
  'notes.list': ['GET', '/v1/contacts/{id}/notes', 'limit', 'cursor'],
  'notes.remove': ['DELETE', '/v1/notes/{id}'],
  'notes.update': ['PATCH', '/v1/notes/{id}'],
  'payment_checks.read': ['GET', '/v1/payment_checks'],
  'payment_checks.update': ['PATCH', '/v1/payment_checks'],
  'payment_views.create': ['POST', '/v1/payment_views'],
  'payment_views.list': ['GET', '/v1/payment_views', 'limit', 'offset'],
  'payment_views.remove': ['DELETE', '/v1/payment_views/{id}'],
  'payment_views.update': ['PATCH', '/v1/payment_views/{id}'],
  'payment_warnings.list': [
    'GET',
    '/v1/payment_warnings',
    'limit',
    'cursor',
    'state',
    'check',
    'transaction_bundle_id',
  ],
  'payment_warnings.settle': ['POST', '/v1/payment_warnings/{id}/settle'],
  'privacy_requests.complete': ['POST', '/v1/privacy_requests/{id}/complete'],
  'privacy_requests.create': ['POST', '/v1/privacy_requests'],
  'privacy_requests.export': ['GET', '/v1/privacy_requests/{id}/export'],
  'privacy_requests.findErased': ['POST', '/v1/privacy_requests/erased'],
  'privacy_requests.lift': ['POST', '/v1/privacy_requests/{id}/lift'],
  'privacy_requests.list': ['GET', '/v1/privacy_requests', 'limit', 'cursor', 'kind', 'state', 'contact_id'],
  'privacy_requests.read': ['GET', '/v1/privacy_requests/{id}'],
  'privacy_requests.refuse': ['POST', '/v1/privacy_requests/{id}/refuse'],
  'privacy_requests.update': ['PATCH', '/v1/privacy_requests/{id}'],
  'relationships.create': ['POST', '/v1/contacts/{id}/relationships'],
  'relationships.list': ['GET', '/v1/contacts/{id}/relationships', 'limit', 'cursor'],
  'relationships.remove': ['DELETE', '/v1/relationships/{id}'],
  'roles.create': ['POST', '/roles'],
  'roles.list': ['GET', '/roles', 'limit', 'offset'],
  'roles.read': ['GET', '/roles/{id}'],
  'roles.remove': ['DELETE', '/roles/{id}'],
  'roles.update': ['PATCH', '/roles/{id}'],
  'saved_filters.create': ['POST', '/v1/saved_filters'],
  'saved_filters.list': ['GET', '/v1/saved_filters', 'limit', 'offset'],
  'saved_filters.read': ['GET', '/v1/saved_filters/{id}'],
  'saved_filters.remove': ['DELETE', '/v1/saved_filters/{id}'],
  'saved_filters.update': ['PATCH', '/v1/saved_filters/{id}'],
  'search.count': ['POST', '/kpi'],
  'search.search': ['POST', '/search'],
  'sessions.end': ['DELETE', '/v1/sessions/{id}'],
  'sessions.endOthers': ['DELETE', '/v1/sessions'],
  'sessions.list': ['GET', '/v1/sessions'],
  'spaces.list': ['GET', '/spaces', 'limit', 'offset'],
  'spaces.read': ['GET', '/spaces/{id}'],
  'spaces.update': ['PATCH', '/spaces/{id}'],
  'statistics.read': ['GET', '/v1/statistics/money', 'from', 'to'],
  'suspensions.create': ['POST', '/v1/suspensions'],
  'suspensions.end': ['DELETE', '/v1/suspensions/{user_id}'],
  'suspensions.list': ['GET', '/v1/suspensions', 'limit', 'offset'],
  'system.checkHealth': ['GET', '/health'],
  'system.readOpenapi': ['GET', '/openapi.json'],
  'tags.change': ['POST', '/v1/tag_changes'],
  'tags.list': ['GET', '/v1/tags', 'limit', 'cursor', 'prefix'],
  'tags.readChange': ['GET', '/v1/tag_changes/{id}'],
  'tasks.create': ['POST', '/v1/tasks'],
  'tasks.list': [
    'GET',
    '/v1/tasks',
    'limit',
    'cursor',
    'all',
    'assignee_id',
    'contact_id',
    'created_by',
    'state',
    'due_before',
  ],
  'tasks.read': ['GET', '/v1/tasks/{id}'],
  'tasks.remove': ['DELETE', '/v1/tasks/{id}'],
  'tasks.update': ['PATCH', '/v1/tasks/{id}'],
  'teams.create': ['POST', '/teams'],
  'teams.list': ['GET', '/teams', 'user_id', 'limit', 'offset'],
  'teams.listPublic': ['GET', '/teams/public', 'limit', 'offset'],
  'teams.read': ['GET', '/teams/{id}'],
  'teams.remove': ['DELETE', '/teams/{id}'],
  'teams.replace': ['PATCH', '/teams'],
  'tokens.create': ['POST', '/v1/tokens'],
  'tokens.end': ['DELETE', '/v1/tokens/{id}'],
  'tokens.list': ['GET', '/v1/tokens', 'all', 'limit', 'offset'],
  'transaction_batches.addTransactions': ['POST', '/v1/transaction_batches/{id}/transactions'],
  'transaction_batches.close': ['POST', '/v1/transaction_batches/{id}/close'],
  'transaction_batches.create': ['POST', '/v1/transaction_batches'],
  'transaction_batches.deposit': ['POST', '/v1/transaction_batches/{id}/deposit'],
  'transaction_batches.depositSlip': [
    'GET',
    '/v1/transaction_batches/{id}/deposit_slip.pdf',
    'language',
    'bank_account_id',
  ],
  'transaction_batches.list': ['GET', '/v1/transaction_batches', 'limit', 'offset', 'sort', 'cursor', 'state'],
  'transaction_batches.read': ['GET', '/v1/transaction_batches/{id}'],
  'transaction_batches.removeTransaction': ['DELETE', '/v1/transaction_batches/{id}/transactions/{transaction_id}'],
  'transaction_batches.reopen': ['POST', '/v1/transaction_batches/{id}/reopen'],
  'transaction_batches.sum': ['GET', '/v1/transaction_batches/sums', 'state'],
  'transaction_batches.update': ['PATCH', '/v1/transaction_batches/{id}'],
  'transaction_bundles.create': ['POST', '/v1/transaction_bundles'],
  'transaction_bundles.export': [
    'GET',
    '/v1/transaction_bundles.csv',
    'updated_since',
    'contact_id',
    'status_id',
    'state',
    'payment_method_kind',
    'batch_id',
    'code_campaign',
    'date_from',
    'date_to',
    'origin',
    'lines',
    'language',
    'separator',
    'bom',
  ],
  'transaction_bundles.exportSpreadsheet': [
    'GET',
    '/v1/transaction_bundles.xlsx',
    'updated_since',
    'contact_id',
    'status_id',
    'state',
    'payment_method_kind',
    'batch_id',
    'code_campaign',
    'date_from',
    'date_to',
    'origin',
    'lines',
    'language',
  ],
  'transaction_bundles.list': [
    'GET',
    '/v1/transaction_bundles',
    'limit',
    'offset',
    'sort',
    'cursor',
    'updated_since',
    'contact_id',
    'status_id',
    'state',
    'payment_method_kind',
    'batch_id',
    'code_campaign',
    'date_from',
    'date_to',
    'origin',
  ],
  'transaction_bundles.read': ['GET', '/v1/transaction_bundles/{id}'],
  'transaction_bundles.readHistory': ['GET', '/v1/transaction_bundles/{id}/history', 'limit', 'offset'],
  'transaction_bundles.remove': ['DELETE', '/v1/transaction_bundles/{id}'],
  'transaction_bundles.sum': [
    'GET',
    '/v1/transaction_bundles/sums',
    'updated_since',
    'contact_id',
    'status_id',
    'state',
    'payment_method_kind',
    'batch_id',
    'code_campaign',
    'date_from',
    'date_to',
    'origin',
  ],
  'transaction_bundles.update': ['PATCH', '/v1/transaction_bundles/{id}'],
  'transaction_settings.read': ['GET', '/v1/transaction_settings'],
  'transaction_settings.update': ['PATCH', '/v1/transaction_settings'],
  'transaction_statuses.create': ['POST', '/v1/transaction_statuses'],
  'transaction_statuses.list': ['GET', '/v1/transaction_statuses', 'limit', 'offset'],
  'transaction_statuses.read': ['GET', '/v1/transaction_statuses/{id}'],
  'transaction_statuses.remove': ['DELETE', '/v1/transaction_statuses/{id}'],
  'transaction_statuses.update': ['PATCH', '/v1/transaction_statuses/{id}'],
  'transactions.cancelReversal': ['POST', '/v1/transactions/{id}/reversals/{reversal_id}/cancellation'],
  'transactions.readReversals': ['GET', '/v1/transactions/{id}/reversals'],
  'transactions.refund': ['POST', '/v1/transactions/{id}/refunds'],
  'transactions.return': ['POST', '/v1/transactions/{id}/returns'],
  'upserts.create': ['POST', '/contacts/upsert'],
  'upserts.read': ['GET', '/contacts/upsert/{receipt}'],
  'users.assignRole': ['PATCH', '/users/role'],
  'users.list': ['GET', '/users', 'limit', 'offset', 'sort'],
  'users.read': ['GET', '/users/{id}'],
  'users.remove': ['DELETE', '/users/{id}'],
  'users.update': ['PATCH', '/users/{id}'],
  'visit_weeks.list': ['GET', '/v1/visit_weeks', 'weeks'],
  'visits.correct': ['PATCH', '/actions/{id}/visits/{visit_id}'],
  'visits.list': ['GET', '/actions/{id}/visits', 'from', 'to', 'result', 'recorded_by', 'withdrawn', 'cursor', 'limit'],
  'visits.read': ['GET', '/actions/{id}/visits/{visit_id}'],
  'visits.readHistory': ['GET', '/actions/{id}/visits/{visit_id}/history'],
  'visits.record': ['POST', '/actions/{id}/visits'],
  'visits.withdraw': ['DELETE', '/actions/{id}/visits/{visit_id}'],
  'waiting_payments.list': ['GET', '/v1/waiting_payments', 'limit', 'offset', 'bank_account_id', 'search'],
  'webhooks.create': ['POST', '/v1/webhooks'],
  'webhooks.list': ['GET', '/v1/webhooks', 'limit', 'offset'],
  'webhooks.listDeliveries': ['GET', '/v1/webhooks/{id}/deliveries', 'limit', 'cursor', 'state'],
  'webhooks.read': ['GET', '/v1/webhooks/{id}'],
  'webhooks.remove': ['DELETE', '/v1/webhooks/{id}'],
  'webhooks.renewSecret': ['POST', '/v1/webhooks/{id}/secret'],
  'webhooks.replay': ['POST', '/v1/webhooks/{id}/replay'],
  'webhooks.replayDelivery': ['POST', '/v1/webhooks/{id}/deliveries/{delivery_id}/replay'],
  'webhooks.test': ['POST', '/v1/webhooks/{id}/test'],
  'webhooks.update': ['PATCH', '/v1/webhooks/{id}'],
} as const satisfies Record<keyof Operations, readonly [string, string, ...string[]]>

export const contactFields = {
  external_id: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  firstname: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  surname: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  married_name: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  gender: { kind: 'gender', in_files: true, searchable: true, mergeable: true },
  birthdate: { kind: 'date', in_files: true, searchable: true, mergeable: true },
  age_category: { kind: 'count', in_files: true, searchable: true, mergeable: true },
  birth_city: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  birth_country: { kind: 'country', in_files: true, searchable: true, mergeable: true },
  birth_dept: { kind: 'text', in_files: false, searchable: false, mergeable: true },
  nationality: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  mail: { kind: 'mail', in_files: true, searchable: true, mergeable: true },
  mobile: { kind: 'phone', in_files: true, searchable: true, mergeable: true },
  mobile_invalid: { kind: 'flag', in_files: false, searchable: true, mergeable: false },
  phone: { kind: 'phone', in_files: true, searchable: true, mergeable: true },
  phone_invalid: { kind: 'flag', in_files: false, searchable: true, mergeable: false },
  black_list: { kind: 'flag', in_files: true, searchable: true, mergeable: true },
  nationbuilderid: { kind: 'foreign_id', in_files: false, searchable: false, mergeable: true },
} as const
export const contactAddressFields = {
  house_number: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  street: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  addition: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  building: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  building_type: { kind: 'text', in_files: false, searchable: false, mergeable: true },
  floor: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  door: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  infos: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  postal_code: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  city_code: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  city: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  county: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  state: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  country: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  polling_station: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  latitude: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  longitude: { kind: 'text', in_files: true, searchable: true, mergeable: true },
  score: { kind: 'score', in_files: false, searchable: false, mergeable: true },
} as const
