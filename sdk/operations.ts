// Written by `npm run generate` from docs/openapi.json. Do not edit.
import type { RequestOptions } from './request.ts'

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
  facts: Record<string, unknown>[]
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
  facts?: Record<string, unknown>[]
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
  /** The channel that the label of a consent names; null if it names none, or several. */
  channel: 'mail' | 'phone' | 'text_message' | 'post' | null
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
  /** Whether the words of the answer agree. */
  agrees: boolean
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
  /** The first page is 0. @defaultValue `0` */
  page?: number
  /** Values above 1000 count as 1000. @defaultValue `100` */
  per_page?: number
  /** The field to sort by. @defaultValue `"id"` */
  sort_attr?: SortAttribute
  /** Whether to sort from first to last. @defaultValue `true` */
  sort_asc?: boolean
  /** False is the same as `total: none`. @defaultValue `true` */
  with_total?: boolean
  /** Counting is slow where many contacts match. `capped` counts up to 10000: where more match, `total` is 10000 and `total_is_capped` true. With `none`, `total` is null unless already known. `POST /kpi` counts separately. @defaultValue `"exact"` */
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
  /** The name of the contact, user, role, token, integration, webhook, bank account or provider it is about. Empty if none may be shown. */
  subject_name: string
  /** What changed or was involved. The keys depend on `kind`. */
  details: Record<string, unknown>
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
    /** Spaces and lower case are accepted. Empty for an account without one. @defaultValue `""` */
    iban?: string
    /** The number that files without an IBAN have, such as OFX; empty if unknown. @defaultValue `""` */
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
  /** The character set. `auto` finds it out. @defaultValue `"auto"` */
  encoding: 'auto' | 'utf-8' | 'windows-1252' | 'iso-8859-15'
  /** What separates columns. @defaultValue `"auto"` */
  separator: 'auto' | ',' | ';' | '\t' | '|'
  /** Rows before the column names or, in a file without them, before the first line. @defaultValue `0` */
  skip_rows: number
  /** Whether the first row has the column names. Without it, each file is looked at: a first row with a day or an amount is a line. */
  has_headings?: boolean
  /** How days are written. `DD MMM YYYY` has the month in English or French: 5 Mar 2026, 05-Mar-26, 5 mars 2026. */
  date_format: 'YYYY-MM-DD' | 'DD/MM/YYYY' | 'MM/DD/YYYY' | 'DD.MM.YYYY' | 'DD/MM/YY' | 'YYYYMMDD' | 'DD MMM YYYY'
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
  /** The column with the currency. Rows in another one than the account are left out. */
  currency?: number
  /** The column that says which rows are lines. Others are left out: payments that were refused, for example. */
  only?: BankCsvMappingOnly
}

export type BankCsvMappingChange = {
  /** The character set. `auto` finds it out. @defaultValue `"auto"` */
  encoding?: 'auto' | 'utf-8' | 'windows-1252' | 'iso-8859-15'
  /** What separates columns. @defaultValue `"auto"` */
  separator?: 'auto' | ',' | ';' | '\t' | '|'
  /** Rows before the column names or, in a file without them, before the first line. @defaultValue `0` */
  skip_rows?: number
  /** Whether the first row has the column names. Without it, each file is looked at: a first row with a day or an amount is a line. */
  has_headings?: boolean
  /** How days are written. `DD MMM YYYY` has the month in English or French: 5 Mar 2026, 05-Mar-26, 5 mars 2026. */
  date_format: 'YYYY-MM-DD' | 'DD/MM/YYYY' | 'MM/DD/YYYY' | 'DD.MM.YYYY' | 'DD/MM/YY' | 'YYYYMMDD' | 'DD MMM YYYY'
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
  /** The column with the currency. Rows in another one than the account are left out. */
  currency?: number
  /** The column that says which rows are lines. Others are left out: payments that were refused, for example. */
  only?: BankCsvMappingOnly
}

export type BankCsvMappingOnly = {
  /** The index of a column, from 0. */
  column: number
  /** What it says in rows that are lines, such as Completed. */
  values: string[]
}

export type BankDifference = {
  /** `open_lines` and `ignored_lines`: the bank has them, the ledger does not. `opening_balance`: what the account had before its first line, or before the last opening balances of the ledger, and the ledger has not. `booked_later`: matched lines that the ledger has in a later month, because theirs was validated already. `other_entries`: what the ledger has on the account, and no bank line brought; with its sign turned. */
  kind: 'open_lines' | 'ignored_lines' | 'opening_balance' | 'booked_later' | 'other_entries'
  /** The number of lines; 0 where there are none to count. */
  count: number
  /** In minor units, such as cents; negative if the money left the account. */
  amount: number
}

/** A file of a bank: camt.053, camt.054, MT940, OFX or CSV, or a zip archive of such files. */
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
  /** The number of rows of a CSV file that are no lines: without a date or an amount, in another currency, or not `only`. */
  left_out_count: number
  /** The bank whose layout a CSV file has, such as Monzo; null if it is none that is known. */
  layout: string | null
  /** Whether the first row of a CSV file, after those that are skipped, is taken for column names. */
  has_headings: boolean
  /** Whether the first row could be the other: it has a date and an amount. Ask, and save the answer as `has_headings` in `csv_mapping`. */
  headings_doubtful: boolean
  /** The column names of a CSV file; empty where it has none. */
  columns: string[]
  /** The first rows of a CSV file, without the column names. */
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
    /** Whether payments that were recorded from these lines stay, to be matched again or deleted. @defaultValue `false` */
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
    /** Whether it is applied. @defaultValue `true` */
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
  /** An object with `statements`, `lines_count`, `left_out_count` and `added_count`. */
  data: {
    /** One for each statement in the file. */
    statements: BankStatement[]
    /** The number of lines in the file. */
    lines_count: number
    /** The number of rows of a CSV file that are no lines: without a date or an amount, in another currency, or not `only`. */
    left_out_count: number
    /** How many of them were not known from an earlier file. */
    added_count: number
  }
}

/** An action to add the contacts and their addresses to. Contacts who opted out or have no address are refused. */
export type BulkAction = {
  /** Unique identifier. */
  id: number
}

/** An answer to a form, such as a consent or a field of your own. */
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

/** What to change: exactly one of these. */
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

/** The undo of the change; null if none was started. */
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

/** Fields and their new value, the same for all contacts; null empties a field. `mail`, `external_id` and `nationbuilderid` can only be emptied. */
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

/** A form whose answers are removed. A consent is withdrawn. */
export type BulkRemovedAnswer = {
  /** Identifier of a form. */
  form_id: number
  /** Only this value; all values if left out. */
  form_ref_id?: number
}

/** Tags to add to the contacts and to remove. */
export type BulkTags = {
  /** Tags to add; new tags are created. @defaultValue `[]` */
  add?: string[]
  /** Tags to remove. @defaultValue `[]` */
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
  old: Record<string, unknown> | null
  /** The item after the change; null if it was removed. */
  new: Record<string, unknown> | null
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
    /** Name, on one line. @defaultValue `""` */
    name?: string
    /** Whether it is no longer offered. Records that refer to it keep it. @defaultValue `false` */
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
  /** Empty where the contact has no name or is erased. */
  contact_name: string
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
  /** Whether it was found only because one letter may be wrong. */
  similar: boolean
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

/** The contacts to change: by id, or all that match a query. */
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

/** A CSV file in UTF-8, with a header. */
export type CsvFile = string

/** An ISO 4217 code, such as EUR. */
export type Currency = string

/** The sum of matching transactions in one currency. */
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
    /** Whether people may pay another amount. @defaultValue `false` */
    allow_custom_amount?: boolean
    /** Whether it is no longer offered. Records that refer to it keep it. @defaultValue `false` */
    hidden?: boolean
    /** Any word. Built in: one_off and recurring. @defaultValue `"one_off"` */
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
  /** The sent telephone numbers that are not valid. A contact can be created with them; they are then marked as invalid. */
  invalid_numbers: ('mobile' | 'phone')[]
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

/** What happened. */
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
    columns?: ('contact_id' | 'external_id' | 'firstname' | 'surname' | 'married_name' | 'gender' | 'birthdate' | 'age_category' | 'birth_city' | 'birth_country' | 'nationality' | 'mail' | 'mobile' | 'phone' | 'black_list' | 'membership_code' | 'house_number' | 'street' | 'addition' | 'building' | 'floor' | 'door' | 'infos' | 'postal_code' | 'city_code' | 'city' | 'county' | 'state' | 'country' | 'polling_station' | 'latitude' | 'longitude' | 'created_at' | 'updated_at' | 'tags' | 'membership' | 'membership_start_date' | 'membership_end_date' | 'membership_price' | 'membership_amount' | 'membership_received')[]
    /** Forms whose answers follow in columns of their own, named as the form; several answers are joined by |. */
    forms?: number[]
    /** Whether to export people who opted out (`black_list`). Without it the header `x-do-not-contact-left-out` says how many were left out. @defaultValue `false` */
    include_do_not_contact?: boolean
    /** The character between two columns of the file. @defaultValue `","` */
    separator?: ',' | ';' | 'tab'
    /** Whether the file begins with a byte order mark, which helps spreadsheets to recognise UTF-8. @defaultValue `false` */
    bom?: boolean
  }
}

/** The fichier des écritures comptables. */
export type FecFile = string

/** The description of the file, in French. */
export type FecNoticeFile = string

/** How a form is answered. */
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

/** What a form is about. */
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

/** In the year before, up to the same day. */
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

/** Since the first of January. */
export type GivenThisYear = {
  /** Received payments, less what was refunded or returned. */
  amount: number
  /** The number of received payments. */
  payments: number
}

/** All payments together. */
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
  /** Whether it was found only because one letter may be wrong. */
  similar: boolean
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
    /** House number. @defaultValue `""` */
    house_number?: string
    /** Street. @defaultValue `""` */
    street?: string
    /** Second line of the address. @defaultValue `""` */
    addition?: string
    /** Postal code. @defaultValue `""` */
    postal_code?: string
    /** Town. @defaultValue `""` */
    city?: string
    /** Country. @defaultValue `""` */
    country?: string
    /** Its members. A contact is in at most one household. @defaultValue `[]` */
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

/** A page for people, in French or English. */
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
  /** Whether members with an address of the domain must sign in to this space through the provider. A superadmin with a second factor can still use their password. */
  required: boolean
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
    /** Whether the provider must send `email_verified`. Set false only for a provider that never sends it and lets nobody choose their address, such as one tenant of Entra ID. An address that it calls unverified is always refused. @defaultValue `true` */
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
    /** The issuer of the provider, such as https://login.example.org/realms/main: an https URL, below which /.well-known/openid-configuration is published. */
    issuer?: string
    /** The client ID at the provider. */
    client_id?: string
    /** The client secret at the provider. It is stored encrypted and never returned. */
    client_secret?: string
    /** Whether people can sign in through the provider. */
    enabled?: boolean
    /** Whether members with an address of the domain must sign in to this space through the provider. A superadmin with a second factor can still use their password. */
    required?: boolean
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
  code: 'unclosed_quote' | 'too_many_cells' | 'several_matches' | 'erased' | 'restricted' | 'unknown_id' | 'no_match_key' | 'no_match' | 'empty_row' | 'no_identity' | 'answer_not_allowed' | 'text_too_long' | 'tag_too_long' | 'invalid_character' | 'not_an_id' | 'not_a_gender' | 'not_yes_or_no' | 'not_a_date' | 'month_not_first' | 'future_date' | 'not_a_whole_number' | 'not_a_number' | 'not_a_mail' | 'not_a_phone' | 'no_digit' | 'unknown_country' | 'archived_form' | 'form_without_value' | 'not_an_answer' | 'other' | null
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
  code: 'unclosed_quote' | 'too_many_cells' | 'several_matches' | 'erased' | 'restricted' | 'unknown_id' | 'no_match_key' | 'no_match' | 'empty_row' | 'no_identity' | 'answer_not_allowed' | 'text_too_long' | 'tag_too_long' | 'invalid_character' | 'not_an_id' | 'not_a_gender' | 'not_yes_or_no' | 'not_a_date' | 'month_not_first' | 'future_date' | 'not_a_whole_number' | 'not_a_number' | 'not_a_mail' | 'not_a_phone' | 'no_digit' | 'unknown_country' | 'archived_form' | 'form_without_value' | 'not_an_answer' | 'other'
  /** The values that the sentence shows, such as the column. */
  params: Record<string, string | number>
  /** The number of records. */
  count: number
}

export type ImportOutcomeReason = {
  /** Why, in a sentence. */
  reason: string
  /** Stable code of the reason; null in outcomes of earlier versions. */
  code: 'unclosed_quote' | 'too_many_cells' | 'several_matches' | 'erased' | 'restricted' | 'unknown_id' | 'no_match_key' | 'no_match' | 'empty_row' | 'no_identity' | 'answer_not_allowed' | 'text_too_long' | 'tag_too_long' | 'invalid_character' | 'not_an_id' | 'not_a_gender' | 'not_yes_or_no' | 'not_a_date' | 'month_not_first' | 'future_date' | 'not_a_whole_number' | 'not_a_number' | 'not_a_mail' | 'not_a_phone' | 'no_digit' | 'unknown_country' | 'archived_form' | 'form_without_value' | 'not_an_answer' | 'other' | null
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
    /** Whether it runs where no secret can be stored, such as in a browser or on a phone. @defaultValue `false` */
    public?: boolean
    /** Identifier of a role of the space. */
    role_id?: number | null
    /** Where people return after signing in, compared exactly: https, or http on 127.0.0.1, [::1] or localhost. @defaultValue `[]` */
    redirect_uris?: string[]
    /** With false, an integration with a secret can sign people in without PKCE, for clients that do not support it. A public integration always requires PKCE. @defaultValue `true` */
    pkce_required?: boolean
    /** How its identity tokens are signed. Most clients expect RS256 by default. @defaultValue `"RS256"` */
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
  /** Join the space, or decline and leave it. @defaultValue `"accept"` */
  answer?: 'accept' | 'decline'
  /** First name. @defaultValue `""` */
  firstname?: string
  /** Family name. @defaultValue `""` */
  surname?: string
  /** The password to sign in with. @defaultValue `""` */
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

export type LastVisitAtDoor = {
  /** When it happened; a date without a time means midnight UTC. */
  date: string
  /** The result of the visit. */
  result: VisitResult
  /** Who recorded it; null for a visit of others in an action that the caller is not in. */
  user: PersonName | null
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
  /** The counterpart of opening balances and of what is carried forward. */
  opening: string
  /** Where the result of a year goes in the next one if income was more than expenses. */
  surplus: string
  /** The same if expenses were more. It can be the same account. */
  deficit: string
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
  /** What of the balance the span opens with; the rest are its movements. */
  opening: number
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
  /** `income`: memberships and donations, `money`: payments, refunds and returns, `opening`: opening balances and what is carried forward from the year before, `bank`: lines of bank statements. */
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
  kind: 'membership' | 'donation' | 'payment' | 'refund' | 'refund_cancelled' | 'refund_undated' | 'return' | 'return_cancelled' | 'opening' | 'carried_forward' | 'result' | 'bank_line'
  /** The membership, donation, transaction, reversal or bank line; the year of an opening balance or of a result. */
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
  /** The number that the French tax file is named after; empty: that of the space. */
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
  /** The year whose opening balances were entered by hand. Later ones open with what is carried forward. */
  opening_year: number | null
  /** Whether all payments are in the ledger. After an upgrade or a change of accounts it can take some minutes. */
  posted: boolean
}

/** The sum of matching entries in one currency. Each debits and credits its amount. */
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
    /** The number that the French tax file is named after; empty: that of the space. */
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
  /** The counterpart of opening balances and of what is carried forward. */
  opening?: string
  /** Where the result of a year goes in the next one if income was more than expenses. */
  surplus?: string
  /** The same if expenses were more. It can be the same account. */
  deficit?: string
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
  last_visit: LastVisitAtDoor | null
}

/** An image in PNG or JPEG. */
export type Logo = string

/** A map with vector tiles, in the format PMTiles 3. */
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
  /** The names of the identity providers of the space that the user is connected to. Empty for callers without `users:write`, who see only their own. */
  identity_providers: string[]
}

export type MemberDisconnectResponse = {
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

export type MemberList = {
  /** Always `success`. */
  status: 'success'
  /** The members. */
  data: Member[]
  /** The number of records on all pages. */
  total: number
}

/** `pending` for a user who was added and has not opened the space yet. */
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
  /** A text of yours. It decides nothing: the term follows from the kind, duration and season. */
  rolling_period: string
  /** The duration of a rolling membership, such as P1Y, P6M or "18 months". Empty for a year. */
  duration: string
  /** The month and day on which a season begins, such as 09-01: a membership ends with the day before the next one. Null for the calendar year. Rolling memberships and those for life have no season. */
  season_start: string | null
  /** The month from whose first day a payment counts for the next season: with 10, one of October for next year. Null for never, which the month on whose first day the season begins also means. */
  next_season_from: number | null
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
    /** Whether people may pay another amount. @defaultValue `false` */
    allow_custom_amount?: boolean
    /** Whether it is no longer offered. Records that refer to it keep it. @defaultValue `false` */
    hidden?: boolean
    /** Identifier of the group that the price is in; null if it is in none. */
    membership_price_group_id?: number | null
    /** Any word. Built in: calendar_year, rolling_year and lifetime. @defaultValue `"calendar_year"` */
    kind?: string
    /** A text of yours. It decides nothing: the term follows from the kind, duration and season. @defaultValue `""` */
    rolling_period?: string
    /** The duration of a rolling membership, such as P1Y, P6M or "18 months". Empty for a year. @defaultValue `""` */
    duration?: string
    /** The month and day on which a season begins, such as 09-01: a membership ends with the day before the next one. Null for the calendar year. Rolling memberships and those for life have no season. */
    season_start?: string | null
    /** The month from whose first day a payment counts for the next season: with 10, one of October for next year. Null for never, which the month on whose first day the season begins also means. */
    next_season_from?: number | null
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
    /** Whether it is no longer offered. Records that refer to it keep it. @defaultValue `false` */
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

export type MembershipPricePreviewTermResponse = {
  /** Always `success`. */
  status: 'success'
  /** The membership term. */
  data: MembershipTerm
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
    /** A text of yours. It decides nothing: the term follows from the kind, duration and season. */
    rolling_period?: string
    /** The duration of a rolling membership, such as P1Y, P6M or "18 months". Empty for a year. */
    duration?: string
    /** The month and day on which a season begins, such as 09-01: a membership ends with the day before the next one. Null for the calendar year. Rolling memberships and those for life have no season. */
    season_start?: string | null
    /** The month from whose first day a payment counts for the next season: with 10, one of October for next year. Null for never, which the month on whose first day the season begins also means. */
    next_season_from?: number | null
  }
}

export type MembershipSummary = {
  /** `member`: a membership that is paid as a whole and has not ended. `due`: one that has begun and is not paid. `to_come`: one that has not begun. `lapsed`: one that was paid and has ended. */
  state: 'member' | 'due' | 'to_come' | 'lapsed' | 'never'
  /** When this membership starts, or the last one did; null if there is none. */
  starts_at: string | null
  /** When it ends; null if it has no end, or there is none. */
  ends_at: string | null
  /** Days until a paid membership ends; null if it has ended or has no end. */
  days_left: number | null
  /** Amount in minor units, such as cents. */
  amount: number | null
  /** What was received of the amount. */
  received: number | null
  /** Currency, as an ISO 4217 code such as EUR. */
  currency: string | null
  /** The name of its price; null if it has none. */
  price: string | null
}

export type MembershipTerm = {
  /** When the membership begins. */
  start_date: string
  /** When the membership ends; null if it never does. */
  end_date: string | null
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
  facts?: Record<string, unknown>[]
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
  contact_id: number
  /** When it happened; a date without a time means midnight UTC. */
  date?: string
  /** In minor units, such as cents. */
  amount: number
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
  /** The values that can be chosen, in their order. @defaultValue `[]` */
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
  contact_id: number
  /** When the membership begins. */
  start_date?: string
  /** When the membership ends; null if it never does. */
  end_date?: string | null
  /** Identifier of the membership price; null if there is none. */
  membership_price_id?: number | null
  /** In minor units, such as cents. */
  amount: number
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
  /** Description, of any length. @defaultValue `""` */
  description?: string
  /** Visible only to its leaders and users, its creator, and users with the permission teams:manage. @defaultValue `false` */
  private?: boolean
  /** Hides the list of users from people outside the team. @defaultValue `false` */
  hide_users?: boolean
  /** Who leads the team. @defaultValue `[]` */
  leaders?: RecordReference[]
  /** The users. @defaultValue `[]` */
  users?: RecordReference[]
  /** Postal address. */
  address?: AddressInput | null
}

export type NewTransaction = {
  /** In minor units, such as cents. */
  amount: number
  /** An ISO 4217 code, such as EUR. */
  currency?: Currency
  /** One of the kinds in the settings, or empty. */
  payment_method_kind?: string
  /** Any JSON object; returned byte for byte as it was sent. */
  payment_method?: Record<string, unknown>
  /** Identifier of a contact of the space. */
  contact_id: number
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
  extra_json?: Record<string, unknown>
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
    /** Whether it is listed before other notes. @defaultValue `false` */
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
  /** In minor units, such as cents. @defaultValue `0` */
  debit?: number
  /** In minor units, such as cents. @defaultValue `0` */
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

/** A payment found by its number or by who paid. */
export type PaymentHit = {
  /** Unique identifier. */
  id: number
  /** The name to show. */
  label: string
  /** Details to distinguish results with the same name. */
  detail: string
  /** Whether it was found only because one letter may be wrong. */
  similar: boolean
  /** Of the first transaction, in minor units. */
  amount: number
  /** The currency of the amount. */
  currency: string
  /** The day of the first transaction in the time zone of the space, as 2026-05-31. */
  day: string
}

/** The sums of matching transactions in one currency. */
export type PaymentSum = {
  /** In capitals. Sums never mix currencies. */
  currency: string
  /** The sum in minor units, such as cents. */
  amount: number
  /** The number of transactions in the sum. */
  transactions: number
  /** What came in, less what went back on the same days, as in the statistics. In minor units. Null for filters that statistics do not know: contact, batch, origin, state, time of change, and times of day. */
  collected: number | null
  /** What is unpaid of these transactions: it never came, or the bank returned it. */
  unpaid: number
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
    /** Whether all users who see payments see this view. @defaultValue `false` */
    shared?: boolean
    /** What the list is filtered by. */
    filters: PaymentViewCreateFilters
  }
}

export type PaymentViewCreateFilters = {
  /** `pending`: the money has not arrived yet. `unpaid`: something of it is owed, because it did not arrive or the bank returned it. */
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
  /** `pending`: the money has not arrived yet. `unpaid`: something of it is owed, because it did not arrive or the bank returned it. */
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
    /** Why nothing needs to change. @defaultValue `""` */
    note?: string
  }
}

export type PaymentWarningSettleResponse = {
  /** Always `success`. */
  status: 'success'
  /** The payment warning. */
  data: PaymentWarning
}

/** A file to print, in PDF. */
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
  contacts: Record<string, unknown>[]
  /** The forms that the answers refer to. */
  forms: Record<string, unknown>[]
  /** All other records about the person, by table. */
  records: Record<string, Record<string, unknown>[]>
  /** What changed. */
  changes: Record<string, unknown>[]
  /** Who read or changed their data. */
  audit: Record<string, unknown>[]
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
  /** Empty where the contact has no name or is erased. */
  contact_name: string
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
    /** Notes, on one or more lines. @defaultValue `""` */
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
  code: 'invalid_json' | 'bad_request' | 'unauthenticated' | 'reauthentication_required' | 'forbidden' | 'second_factor_required' | 'provider_required' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'mail_taken' | 'already_member' | 'last_superadmin' | 'role_in_use' | 'idempotency_key_running' | 'idempotency_answer_erased' | 'cursor_expired' | 'precondition_failed' | 'too_large' | 'uri_too_long' | 'unsupported_media_type' | 'range_not_satisfiable' | 'invalid_request' | 'idempotency_key_reused' | 'period_closed' | 'contribution_refused' | 'rate_limited' | 'headers_too_large' | 'internal' | 'unavailable' | 'degraded' | 'too_expensive'
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
    /** What they are to each other. Required if `kind` is `other`, and empty otherwise. @defaultValue `""` */
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
  /** Description, of any length. @defaultValue `""` */
  description?: string
  /** Visible only to its leaders and users, its creator, and users with the permission teams:manage. @defaultValue `false` */
  private?: boolean
  /** Hides the list of users from people outside the team. @defaultValue `false` */
  hide_users?: boolean
  /** Who leads the team. @defaultValue `[]` */
  leaders?: RecordReference[]
  /** The users. @defaultValue `[]` */
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
    /** A colour such as #35508f. @defaultValue `"#5b6470"` */
    color?: string
    /** The lower the number, the higher the role. @defaultValue `40` */
    rank?: number
    /** For users who work in the console. @defaultValue `true` */
    web?: boolean
    /** For users who work in the field. @defaultValue `true` */
    mobile?: boolean
    /** Can only be set for a custom role. @defaultValue `[]` */
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
  query: Record<string, unknown>
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
    /** Whether all users of the space see it. @defaultValue `false` */
    shared?: boolean
    /** As in `POST /search`; an empty object matches all contacts. */
    query: Record<string, unknown>
    /** The field to sort by. @defaultValue `"id"` */
    sort_attr?: SortAttribute
    /** Whether to sort from first to last. @defaultValue `true` */
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
    query?: Record<string, unknown>
    /** The field to sort by. */
    sort_attr?: SortAttribute
    /** Whether to sort from first to last. */
    sort_asc?: boolean
  }
}

/** The script of HTML pages. */
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
  /** The answer as text. Empty where a value was chosen. @defaultValue `""` */
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
  /** Name of the organisation. @defaultValue `""` */
  space_name?: string
  /** Language of the space and of the account. @defaultValue `"en"` */
  language?: 'en' | 'fr'
  /** Time zone of the space, such as Europe/Paris. @defaultValue `""` */
  time_zone?: string
  /** First name of the superadmin. @defaultValue `""` */
  firstname?: string
  /** Surname of the superadmin. @defaultValue `""` */
  surname?: string
  /** The address to sign in with. @defaultValue `""` */
  mail?: string
  /** A password of at least 12 characters. @defaultValue `""` */
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
  /** The name in the statutes; empty: the name. */
  legal_name: string
  /** The address of the organisation, in several lines. */
  postal_address: string
  /** The number of a French organisation in the SIRENE register. */
  siren: string
  /** The number of a French association in the national register. */
  rna: string
  /** The number in a register of charities. */
  charity_number: string
  /** The number in a register of companies. */
  company_number: string
  /** Who signs for the organisation, with the function, such as “Ada Martin, treasurer”. */
  signatory: string
  /** Whether a logo was uploaded. */
  has_logo: boolean
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
    /** The name in the statutes; empty: the name. */
    legal_name?: string
    /** The address of the organisation, in several lines. */
    postal_address?: string
    /** The number of a French organisation in the SIRENE register. */
    siren?: string
    /** The number of a French association in the national register. */
    rna?: string
    /** The number in a register of charities. */
    charity_number?: string
    /** The number in a register of companies. */
    company_number?: string
    /** Who signs for the organisation, with the function, such as “Ada Martin, treasurer”. */
    signatory?: string
  }
}

/** A file in the format of Excel (XLSX). */
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
  /** What is owed: it never came, or the bank returned it. */
  unpaid: number
  /** The part of it that came and was returned. */
  returned: number
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
  /** What is owed: it never came, or the bank returned it. */
  unpaid: number
  /** The part of it that came and was returned. */
  returned: number
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
  /** What is owed: it never came, or the bank returned it. */
  unpaid: number
  /** The part of it that came and was returned. */
  returned: number
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
  /** What is owed: it never came, or the bank returned it. */
  unpaid: number
  /** The part of it that came and was returned. */
  returned: number
  /** The number of transactions, without cancelled ones. */
  transactions: number
  /** Of the collected money, what donations received. */
  donations: number
  /** Of the collected money, what memberships received. They come before donations. */
  memberships: number
}

/** The action that the contacts are added to. */
export type StoredBulkAction = {
  /** Unique identifier. */
  id: number
}

/** The answer that the contacts get. */
export type StoredBulkAnswer = {
  /** Identifier of a form. */
  form_id: number
  /** Identifier of the value of the form that was chosen. */
  form_ref_id: number
  /** What was answered, as text. */
  data: string | null
}

/** The change as it was sent. Empty after the erasure of a person whom it named. */
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

/** The form whose answers are removed. */
export type StoredBulkRemovedAnswer = {
  /** Identifier of a form. */
  form_id: number
  /** Identifier of the value of the form that was chosen. */
  form_ref_id?: number
}

/** Tags that are added and removed. */
export type StoredBulkTags = {
  /** Tags to add. */
  add: string[]
  /** Tags to remove. */
  remove: string[]
}

/** The contents of a file, as they were uploaded. */
export type StoredFile = Blob

/** A map with the streets of a region, in the format PMTiles. */
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

/** The style sheet of the HTML pages. */
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
  /** The channels of which every consent that was asked for was refused, for everyone who sees the contact. */
  refused_channels: ('mail' | 'phone' | 'text_message' | 'post')[]
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
    /** Why, in a sentence. @defaultValue `""` */
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
  /** A random value that tells this installation from others. All processes with the same database have the same. */
  instance_id: string
  /** The numbers of the nodes of a Citus cluster that cannot be reached. Requests for the spaces there are answered 503. Left out if there are none. */
  unreachable_nodes?: number[]
}

export type SystemCheckLivenessResponse = {
  /** Always `ok`. */
  status: 'ok'
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
    /** Tags to add; new tags are created. @defaultValue `[]` */
    add?: string[]
    /** Tags to remove. @defaultValue `[]` */
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
    /** What there is to do, in Markdown. @defaultValue `""` */
    text?: string
    /** The contact that the task is about; null if there is none. @defaultValue `null` */
    contact_id?: number | null
    /** The user who should do it; null if no user is assigned. @defaultValue `null` */
    assignee_id?: number | null
    /** The day by which it should be done, such as 2026-05-31; null if there is none. @defaultValue `null` */
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
  /** Identifier of the user who created it. */
  created_by: number
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
  /** The contact that was changed, if it was merged into this one later; null for everything else. */
  merged_contact: PersonName | null
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
    /** The lifetime in days. @defaultValue `90` */
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

/** Counting is slow where many contacts match. `capped` counts up to 10000: where more match, `total` is 10000 and `total_is_capped` true. With `none`, `total` is null unless already known. `POST /kpi` counts separately. */
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
  payment_method: Record<string, unknown>
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
  extra_json: Record<string, unknown>
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
    /** Leaves out those that are in another batch or in another currency, instead of refusing them all. */
    only_free?: boolean
  }
}

export type TransactionBatchCreate = {
  /** The fields to write. */
  data: {
    /** Name, on one line. @defaultValue `""` */
    name?: string
    /** An ISO 4217 code, such as EUR. */
    currency?: Currency
    /** How many transactions there should be; 0 if unknown. @defaultValue `0` */
    expected_count?: number
    /** In minor units, such as cents. @defaultValue `0` */
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
    transactions: NewTransaction[]
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
  /** The payment sums. */
  data: PaymentSum[]
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
  payment_method?: Record<string, unknown>
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
  extra_json?: Record<string, unknown>
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
  additional_settings: Record<string, unknown>
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
    additional_settings?: Record<string, unknown>
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
    /** Colour to show it in, such as #35508f. @defaultValue `""` */
    color?: string
    /** Any word. Built in: valid, pending, unpaid, bank_error, reimbursed, cancel and other. It cannot change once a transaction uses the status. @defaultValue `"other"` */
    kind?: string
    /** Whether it is archived. Records that refer to it keep it. @defaultValue `false` */
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

/** The contents of a file. */
export type UploadedFile = Blob

/** A map with vector tiles, in the format PMTiles 3. */
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

/** Arguments and response of each operation. */
export interface Operations {
  'action_addresses.add': {
    args: {
      /** Identifier of the action. */
      id: number
    } & ActionAddressAdd
    response: ActionAddressAddResponse
  }
  'action_addresses.addFromContacts': {
    args: {
      /** Identifier of the action. */
      id: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: ActionAddressAddFromContactsResponse
  }
  'action_addresses.list': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Only addresses with visits, or only those without. */
      visited?: boolean
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
    }
    response: ActionAddressList
  }
  'action_addresses.remove': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Identifier of an address of the action; null if there is none. */
      address_id: number
    }
    response: ActionAddressRemoveResponse
  }
  'action_addresses.removeMany': {
    args: {
      /** Identifier of the action. */
      id: number
    } & ActionAddressRemoveMany
    response: ActionAddressRemoveManyResponse
  }
  'action_contacts.list': {
    args: {
      /** Identifier of the action. */
      id: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
    }
    response: ActionContactList
  }
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
  'actions.archive': {
    args: {
      /** Identifier of the action. */
      id: number
    }
    response: ActionArchiveResponse
  }
  'actions.create': {
    args: ActionCreate
    response: ActionResponse
  }
  'actions.duplicate': {
    args: {
      /** Identifier of the action. */
      id: number
    } & ActionDuplicate
    response: ActionResponse
  }
  'actions.list': {
    args: {
      /** Start of the period; a date without a time means the start of that day. */
      from?: string
      /** End of the period; a date without a time includes that day. */
      to?: string
      /** Whether it is archived. Records that refer to it keep it. @defaultValue `false` */
      archived?: boolean
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `1000` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: ActionList
  }
  'actions.read': {
    args: {
      /** Identifier of the action. */
      id: number
    }
    response: ActionResponse
  }
  'actions.restore': {
    args: {
      /** Identifier of the action. */
      id: number
    }
    response: ActionResponse
  }
  'actions.update': {
    args: {
      /** Identifier of the action. */
      id: number
    } & ActionUpdate
    response: ActionResponse
  }
  'activity.list': {
    args: {
      /** From when on, at most 31 days ago. The last 24 hours if it is not sent. */
      since?: string
    }
    response: ActivityList
  }
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
      /** Leave out entries that changed nothing: reads, searches, exports and sign-ins. */
      changes_only?: boolean
      /** Start of the period; a date without a time means the start of that day. */
      from?: string
      /** A bare date includes that day. */
      to?: string
      /** What separates the columns. @defaultValue `","` */
      separator?: ',' | ';' | '\t'
    }
    response: string
  }
  'audit.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** By the time of the entry; newest first by default. A leading minus reverses the order. @defaultValue `"-created_at"` */
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
      /** Leave out entries that changed nothing: reads, searches, exports and sign-ins. */
      changes_only?: boolean
      /** Start of the period; a date without a time means the start of that day. */
      from?: string
      /** A bare date includes that day. */
      to?: string
    }
    response: AuditList
  }
  'bank_accounts.create': {
    args: BankAccountCreate
    response: BankAccountResponse
  }
  'bank_accounts.delete': {
    args: {
      /** Identifier of the bank account. */
      id: number
    }
    response: BankAccountDeleteResponse
  }
  'bank_accounts.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: BankAccountList
  }
  'bank_accounts.read': {
    args: {
      /** Identifier of the bank account. */
      id: number
    }
    response: BankAccountResponse
  }
  'bank_accounts.update': {
    args: {
      /** Identifier of the bank account. */
      id: number
    } & BankAccountUpdate
    response: BankAccountResponse
  }
  'bank_lines.acceptCertain': {
    args: BankLineAcceptCertain
    response: BankLineAcceptCertainResponse
  }
  'bank_lines.ignore': {
    args: {
      /** Identifier of the bank line. */
      id: number
    } & BankLineIgnore
    response: BankLineResponse
  }
  'bank_lines.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `50` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
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
      /** Whether to make proposals. @defaultValue `true` */
      proposals?: boolean
    }
    response: BankLineList
  }
  'bank_lines.match': {
    args: {
      /** Identifier of the bank line. */
      id: number
    } & BankLineMatch
    response: BankLineResponse
  }
  'bank_lines.pay': {
    args: {
      /** Identifier of the bank line. */
      id: number
    } & BankLinePay
    response: BankLineResponse
  }
  'bank_lines.read': {
    args: {
      /** Identifier of the bank line. */
      id: number
    }
    response: BankLineResponse
  }
  'bank_lines.undo': {
    args: BankLineUndo
    response: BankLineUndoResponse
  }
  'bank_months.close': {
    args: BankMonthClose
    response: BankMonthCloseResponse
  }
  'bank_months.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `24` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
      /** Identifier of the bank account. */
      bank_account_id: number
    }
    response: BankMonthList
  }
  'bank_months.open': {
    args: BankMonthClose
    response: BankMonthCloseResponse
  }
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
  'bank_rules.create': {
    args: BankRuleCreate
    response: BankRuleResponse
  }
  'bank_rules.delete': {
    args: {
      /** Identifier of the bank rule. */
      id: number
    }
    response: BankRuleDeleteResponse
  }
  'bank_rules.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: BankRuleList
  }
  'bank_rules.read': {
    args: {
      /** Identifier of the bank rule. */
      id: number
    }
    response: BankRuleResponse
  }
  'bank_rules.update': {
    args: {
      /** Identifier of the bank rule. */
      id: number
    } & BankRuleUpdate
    response: BankRuleResponse
  }
  'bank_statements.delete': {
    args: {
      /** Identifier of the bank statement. */
      id: number
    }
    response: BankStatementDeleteResponse
  }
  'bank_statements.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `50` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
      /** Only of this bank account. */
      bank_account_id?: number
    }
    response: BankStatementList
  }
  'bank_statements.preview': {
    args: {
      /** The name of the file. */
      name: string
      /** The account. Needed for CSV; other files name their account, which must then be this one. */
      bank_account_id?: number
      /** The contents of the file. */
      file: Blob | string
    }
    response: BankStatementPreviewResponse
  }
  'bank_statements.read': {
    args: {
      /** Identifier of the bank statement. */
      id: number
    }
    response: BankStatementResponse
  }
  'bank_statements.upload': {
    args: {
      /** The name of the file. */
      name: string
      /** The account. Needed for CSV; other files name their account, which must then be this one. */
      bank_account_id?: number
      /** The contents of the file. */
      file: Blob | string
    }
    response: BankStatementUploadResponse
  }
  'bulk_changes.cancel': {
    args: {
      /** Identifier of the bulk change. */
      id: number
    }
    response: BulkChangeResponse
  }
  'bulk_changes.create': {
    args: BulkChangeCreate
    response: BulkChangeResponse
  }
  'bulk_changes.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
      /** Only changes and undos that have not ended, or only the others. */
      in_progress?: boolean
      /** Only changes that the caller started. @defaultValue `false` */
      mine?: boolean
    }
    response: BulkChangeList
  }
  'bulk_changes.listContacts': {
    args: {
      /** Identifier of the bulk change. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Only contacts with this outcome. */
      outcome?: 'waiting' | 'changed' | 'unchanged' | 'refused' | 'restored' | 'kept'
    }
    response: BulkChangeListContactsResponse
  }
  'bulk_changes.read': {
    args: {
      /** Identifier of the bulk change. */
      id: number
    }
    response: BulkChangeResponse
  }
  'bulk_changes.undo': {
    args: {
      /** Identifier of the bulk change. */
      id: number
    }
    response: BulkChangeResponse
  }
  'changes.list': {
    args: {
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Where to begin without a cursor: `start` at the oldest event that is kept, `now` after the newest one. @defaultValue `"start"` */
      from?: 'start' | 'now'
      /** Only these event types, separated by commas, such as contact.created,contact.deleted. */
      types?: string
      /** Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many seconds to wait for an event if there is none yet. @defaultValue `0` */
      wait?: number
    }
    response: ChangeList
  }
  'code_campaigns.create': {
    args: CodeCampaignCreate
    response: CodeCampaignResponse
  }
  'code_campaigns.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: CodeCampaignList
  }
  'code_campaigns.read': {
    args: {
      /** Identifier of the code campaign. */
      id: number
    }
    response: CodeCampaignResponse
  }
  'code_campaigns.remove': {
    args: {
      /** Identifier of the code campaign. */
      id: number
    }
    response: CodeCampaignRemoveResponse
  }
  'code_campaigns.update': {
    args: {
      /** Identifier of the code campaign. */
      id: number
    } & CodeCampaignUpdate
    response: CodeCampaignResponse
  }
  'contacts.create': {
    args: ContactCreate
    response: ContactResponse
  }
  'contacts.findByKey': {
    args: ContactFindByKey
    response: ContactFindByKeyResponse
  }
  'contacts.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
      /** The order of the list. @defaultValue `"newest"` */
      sort?: 'newest' | 'name'
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: ContactList
  }
  'contacts.listConsents': {
    args: {
      /** Identifier of the contact. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: ContactListConsentsResponse
  }
  'contacts.listDeleted': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: ContactListDeletedResponse
  }
  'contacts.read': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: ContactResponse
  }
  'contacts.readBare': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: Contact
  }
  'contacts.readSummary': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: ContactReadSummaryResponse
  }
  'contacts.readTimeline': {
    args: {
      /** Identifier of the contact. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Only entries about this topic. */
      about?: 'payments' | 'visits' | 'answers' | 'notes' | 'tasks' | 'files' | 'changes'
    }
    response: ContactReadTimelineResponse
  }
  'contacts.remove': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: ContactRemoveResponse
  }
  'contacts.replace': {
    args: {
      /** Identifier of the contact. */
      id: number
    } & (ContactReplace | ContactMergePatch)
    response: ContactResponse
  }
  'contacts.restore': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: ContactResponse
  }
  'contribution_rules.check': {
    args: {
      /** The payer. */
      contact_id: number
      /** In minor units of the currency in the settings. @defaultValue `0` */
      amount?: number
      /** When it is paid; now by default. */
      date?: string
      /** How it is paid; empty if unknown. @defaultValue `""` */
      payment_method_kind?: string
      /** What it is paid for. @defaultValue `"donation"` */
      kind?: 'donation' | 'membership'
      /** Code of the campaign that led to the payment. @defaultValue `""` */
      code_campaign?: string
    }
    response: ContributionRuleCheckResponse
  }
  'contribution_rules.read': {
    args: {}
    response: ContributionRuleResponse
  }
  'contribution_rules.update': {
    args: ContributionRuleUpdate
    response: ContributionRuleResponse
  }
  'declared_visits.declare': {
    args: {
      /** Identifier of the action. */
      id: number
    } & DeclaredVisitDeclare
    response: DeclaredVisitDeclareResponse
  }
  'declared_visits.list': {
    args: {
      /** Identifier of the action. */
      id: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
    }
    response: DeclaredVisitList
  }
  'declared_visits.withdraw': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Identifier of the declared total. */
      declared_id: number
    }
    response: DeclaredVisitWithdrawResponse
  }
  'donation_prices.create': {
    args: DonationPriceCreate
    response: DonationPriceResponse
  }
  'donation_prices.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: DonationPriceList
  }
  'donation_prices.read': {
    args: {
      /** Identifier of the donation price. */
      id: number
    }
    response: DonationPriceResponse
  }
  'donation_prices.remove': {
    args: {
      /** Identifier of the donation price. */
      id: number
    }
    response: DonationPriceRemoveResponse
  }
  'donation_prices.update': {
    args: {
      /** Identifier of the donation price. */
      id: number
    } & DonationPriceUpdate
    response: DonationPriceResponse
  }
  'duplicates.findSimilar': {
    args: DuplicateFindSimilar
    response: DuplicateFindSimilarResponse
  }
  'duplicates.list': {
    args: {
      /** Values above 100 count as 100. @defaultValue `50` */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** `birthdate` and `address` require the same name as well. */
      reason?: 'birthdate' | 'mail' | 'mobile' | 'address' | 'phone'
    }
    response: DuplicateList
  }
  'duplicates.listOfContact': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: DuplicateListOfContactResponse
  }
  'duplicates.markNotDuplicates': {
    args: DuplicateMarkNotDuplicates
    response: DuplicateMarkNotDuplicatesResponse
  }
  'duplicates.unmarkNotDuplicates': {
    args: {
      /** Identifier of one of the two contacts. */
      one: number
      /** Identifier of the other contact. */
      other: number
    }
    response: DuplicateUnmarkNotDuplicatesResponse
  }
  'exports.download': {
    args: ExportDownload
    response: string
  }
  'files.download': {
    args: {
      /** Identifier of the file. */
      id: number
    }
    response: Blob
  }
  'files.list': {
    args: {
      /** Identifier of the contact. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: FileList
  }
  'files.read': {
    args: {
      /** Identifier of the file. */
      id: number
    }
    response: FileResponse
  }
  'files.readUsage': {
    args: {}
    response: FileReadUsageResponse
  }
  'files.remove': {
    args: {
      /** Identifier of the file. */
      id: number
    }
    response: FileRemoveResponse
  }
  'files.update': {
    args: {
      /** Identifier of the file. */
      id: number
    } & FileUpdate
    response: FileResponse
  }
  'files.upload': {
    args: {
      /** Identifier of the contact. */
      id: number
      /** The name of the file. Folders and control characters are removed, and a long name is shortened to 200 characters. */
      name: string
      /** The contents of the file. */
      file: Blob | string
    }
    response: FileResponse
  }
  'find.find': {
    args: {
      /** The text to search for. */
      q: string
    }
    response: FindResponse
  }
  'forms.archive': {
    args: {
      /** Identifier of the form. */
      id: number
    }
    response: FormArchiveResponse
  }
  'forms.create': {
    args: FormCreate
    response: FormResponse
  }
  'forms.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
      /** Include archived forms. @defaultValue `false` */
      archived?: boolean
    }
    response: FormList
  }
  'forms.listConsent': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: FormList
  }
  'forms.listCustomFields': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: FormList
  }
  'forms.listLevelOfSupport': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: FormList
  }
  'forms.listOfType': {
    args: {
      /** What a form is about. */
      type: FormKind
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: FormList
  }
  'forms.listPresenceStatus': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: FormList
  }
  'forms.listSurvey': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: FormList
  }
  'forms.listTasks': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: FormList
  }
  'forms.order': {
    args: {
      /** What a form is about. */
      type: FormKind
    } & FormOrder
    response: FormList
  }
  'forms.read': {
    args: {
      /** Identifier of the form. */
      id: number
    }
    response: FormResponse
  }
  'forms.update': {
    args: {
      /** Identifier of the form. */
      id: number
    } & FormUpdate
    response: FormResponse
  }
  'forms.versions': {
    args: {
      /** Identifier of the form. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: FormVersionsResponse
  }
  'grants.end': {
    args: {
      /** Identifier of the grant. */
      id: number
    }
    response: GrantEndResponse
  }
  'grants.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: GrantList
  }
  'households.create': {
    args: HouseholdCreate
    response: HouseholdResponse
  }
  'households.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: HouseholdList
  }
  'households.read': {
    args: {
      /** Identifier of the household. */
      id: number
    }
    response: HouseholdResponse
  }
  'households.readOfContact': {
    args: {
      /** Identifier of the contact. */
      id: number
    }
    response: HouseholdReadOfContactResponse
  }
  'households.remove': {
    args: {
      /** Identifier of the household. */
      id: number
    }
    response: HouseholdRemoveResponse
  }
  'households.update': {
    args: {
      /** Identifier of the household. */
      id: number
    } & HouseholdUpdate
    response: HouseholdResponse
  }
  'identity_providers.create': {
    args: IdentityProviderCreate
    response: IdentityProviderResponse
  }
  'identity_providers.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: IdentityProviderList
  }
  'identity_providers.read': {
    args: {
      /** Identifier of the identity provider. */
      id: number
    }
    response: IdentityProviderResponse
  }
  'identity_providers.remove': {
    args: {
      /** Identifier of the identity provider. */
      id: number
    }
    response: IdentityProviderRemoveResponse
  }
  'identity_providers.update': {
    args: {
      /** Identifier of the identity provider. */
      id: number
    } & IdentityProviderUpdate
    response: IdentityProviderResponse
  }
  'identity_providers.verify': {
    args: {
      /** Identifier of the identity provider. */
      id: number
    }
    response: IdentityProviderResponse
  }
  'imports.check': {
    args: {
      /** Identifier of the import. */
      id: number
    }
    response: ImportResponse
  }
  'imports.correctCells': {
    args: {
      /** Identifier of the import. */
      id: number
    } & ImportCorrectCells
    response: ImportCorrectCellsResponse
  }
  'imports.exportRefused': {
    args: {
      /** Identifier of the import. */
      id: number
    }
    response: string
  }
  'imports.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: ImportList
  }
  'imports.listCells': {
    args: {
      /** Identifier of the import. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
      /** Also list cells with a valid correction. @defaultValue `false` */
      include_corrected?: boolean
      /** Only cells with this effect. */
      effect?: 'left_out' | 'kept' | 'row_refused'
    }
    response: ImportListCellsResponse
  }
  'imports.listKept': {
    args: {
      /** Identifier of the import. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: ImportListKeptResponse
  }
  'imports.read': {
    args: {
      /** Identifier of the import. */
      id: number
    }
    response: ImportResponse
  }
  'imports.run': {
    args: {
      /** Identifier of the import. */
      id: number
    }
    response: ImportResponse
  }
  'imports.undo': {
    args: {
      /** Identifier of the import. */
      id: number
    }
    response: ImportResponse
  }
  'imports.update': {
    args: {
      /** Identifier of the import. */
      id: number
    } & ImportUpdate
    response: ImportResponse
  }
  'imports.upload': {
    args: {
      /** Name, on one line. */
      name: string
      /** The contents of the file. */
      file: Blob | string
    }
    response: ImportResponse
  }
  'integrations.create': {
    args: IntegrationCreate
    response: IntegrationCreateResponse
  }
  'integrations.createSecret': {
    args: {
      /** Identifier of the integration. */
      id: number
    }
    response: IntegrationCreateSecretResponse
  }
  'integrations.end': {
    args: {
      /** Identifier of the integration. */
      id: number
    }
    response: IntegrationEndResponse
  }
  'integrations.endSecret': {
    args: {
      /** Identifier of the integration. */
      id: number
      /** Identifier of the secret. */
      secret_id: number
    }
    response: IntegrationEndSecretResponse
  }
  'integrations.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: IntegrationList
  }
  'integrations.read': {
    args: {
      /** Identifier of the integration. */
      id: number
    }
    response: IntegrationResponse
  }
  'integrations.update': {
    args: {
      /** Identifier of the integration. */
      id: number
    } & IntegrationUpdate
    response: IntegrationResponse
  }
  'invitations.cancel': {
    args: {
      /** Identifier of the invitation. */
      id: number
    }
    response: InvitationCancelResponse
  }
  'invitations.create': {
    args: InvitationCreate
    response: InvitationCreateResponse
  }
  'invitations.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: InvitationList
  }
  'jobs.cancel': {
    args: {
      /** Identifier of the job. */
      id: number
    }
    response: JobResponse
  }
  'jobs.follow': {
    args: {
      /** Identifier of the job. */
      id: number
    }
    response: string
  }
  'jobs.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
      /** State or region. */
      state?: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
    }
    response: JobList
  }
  'jobs.read': {
    args: {
      /** Identifier of the job. */
      id: number
    }
    response: JobResponse
  }
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
  'ledger.export': {
    args: {
      /** Only entries of this day or later. */
      from?: string
      /** Only entries of this day or before. */
      to?: string
      /** Only entries that debit or credit it. */
      account?: string
      /** `income`: memberships and donations, `money`: payments, refunds and returns, `opening`: opening balances and what is carried forward from the year before, `bank`: lines of bank statements. */
      journal?: 'income' | 'money' | 'opening' | 'bank'
      /** A validated entry never changes. A provisional one follows its payment, and has neither number nor frozen names. */
      state?: 'provisional' | 'validated'
      /** Only entries of this bundle. */
      bundle_id?: number
      /** The separator of columns. @defaultValue `"tab"` */
      separator?: 'tab' | '|' | ';' | ','
    }
    response: string
  }
  'ledger.fec': {
    args: {
      /** The calendar year in which it ends. */
      year: number
      /** The character set. @defaultValue `"utf-8"` */
      encoding?: 'utf-8' | 'iso-8859-15'
      /** The separator of columns. @defaultValue `"tab"` */
      separator?: 'tab' | 'pipe'
    }
    response: string
  }
  'ledger.fecNotice': {
    args: {
      /** The calendar year in which it ends. */
      year: number
      /** The character set. @defaultValue `"utf-8"` */
      encoding?: 'utf-8' | 'iso-8859-15'
      /** The separator of columns. @defaultValue `"tab"` */
      separator?: 'tab' | 'pipe'
    }
    response: string
  }
  'ledger.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** `date`: by the day of the entry. `amount`: by amount, in whatever currency, and then by day. A leading minus reverses the order. @defaultValue `"date"` */
      sort?: 'date' | '-date' | 'amount' | '-amount'
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Only entries of this day or later. */
      from?: string
      /** Only entries of this day or before. */
      to?: string
      /** Only entries that debit or credit it. */
      account?: string
      /** `income`: memberships and donations, `money`: payments, refunds and returns, `opening`: opening balances and what is carried forward from the year before, `bank`: lines of bank statements. */
      journal?: 'income' | 'money' | 'opening' | 'bank'
      /** A validated entry never changes. A provisional one follows its payment, and has neither number nor frozen names. */
      state?: 'provisional' | 'validated'
      /** Only entries of this bundle. */
      bundle_id?: number
    }
    response: LedgerList
  }
  'ledger.readSettings': {
    args: {}
    response: LedgerReadSettingsResponse
  }
  'ledger.replaceOpeningBalances': {
    args: LedgerReplaceOpeningBalances
    response: LedgerReplaceOpeningBalancesResponse
  }
  'ledger.sum': {
    args: {
      /** Only entries of this day or later. */
      from?: string
      /** Only entries of this day or before. */
      to?: string
      /** Only entries that debit or credit it. */
      account?: string
      /** `income`: memberships and donations, `money`: payments, refunds and returns, `opening`: opening balances and what is carried forward from the year before, `bank`: lines of bank statements. */
      journal?: 'income' | 'money' | 'opening' | 'bank'
      /** A validated entry never changes. A provisional one follows its payment, and has neither number nor frozen names. */
      state?: 'provisional' | 'validated'
      /** Only entries of this bundle. */
      bundle_id?: number
    }
    response: LedgerSumResponse
  }
  'ledger.updateSettings': {
    args: LedgerUpdateSettings
    response: LedgerReadSettingsResponse
  }
  'ledger.validate': {
    args: LedgerValidate
    response: LedgerValidateResponse
  }
  'map.download': {
    args: {
      /** The version of the map, as `GET /v1/map` tells it. */
      version: string
    }
    response: Blob
  }
  'map.read': {
    args: {}
    response: MapResponse
  }
  'map.remove': {
    args: {}
    response: MapRemoveResponse
  }
  'map.upload': {
    args: {
      /** The name of the file. */
      name: string
      /** The contents of the file. */
      file: Blob | string
    }
    response: MapResponse
  }
  'me.read': {
    args: {}
    response: MeResponse
  }
  'members.disconnect': {
    args: {
      /** Identifier of a user of the space. */
      user_id: number
    }
    response: MemberDisconnectResponse
  }
  'members.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: MemberList
  }
  'membership_price_groups.create': {
    args: MembershipPriceGroupCreate
    response: MembershipPriceGroupResponse
  }
  'membership_price_groups.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: MembershipPriceGroupList
  }
  'membership_price_groups.read': {
    args: {
      /** Identifier of the membership price group. */
      id: number
    }
    response: MembershipPriceGroupResponse
  }
  'membership_price_groups.remove': {
    args: {
      /** Identifier of the membership price group. */
      id: number
    }
    response: MembershipPriceGroupRemoveResponse
  }
  'membership_price_groups.update': {
    args: {
      /** Identifier of the membership price group. */
      id: number
    } & MembershipPriceGroupUpdate
    response: MembershipPriceGroupResponse
  }
  'membership_prices.create': {
    args: MembershipPriceCreate
    response: MembershipPriceResponse
  }
  'membership_prices.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: MembershipPriceList
  }
  'membership_prices.previewTerm': {
    args: {
      /** The price; without it the term is a calendar year. */
      membership_price_id?: number
      /** When it is paid; now by default. */
      date?: string
      /** A chosen start. A bare date is the first instant of that day. */
      start_date?: string
      /** A chosen end. A bare date is the last instant of that day. */
      end_date?: string
    }
    response: MembershipPricePreviewTermResponse
  }
  'membership_prices.read': {
    args: {
      /** Identifier of the membership price. */
      id: number
    }
    response: MembershipPriceResponse
  }
  'membership_prices.remove': {
    args: {
      /** Identifier of the membership price. */
      id: number
    }
    response: MembershipPriceRemoveResponse
  }
  'membership_prices.update': {
    args: {
      /** Identifier of the membership price. */
      id: number
    } & MembershipPriceUpdate
    response: MembershipPriceResponse
  }
  'merges.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Identifier of a contact of the space. */
      contact_id?: number
    }
    response: MergeList
  }
  'merges.merge': {
    args: {
      /** Identifier of the contact. */
      id: number
    } & MergeRequest
    response: MergeResponse
  }
  'merges.read': {
    args: {
      /** Identifier of the merge. */
      id: number
    }
    response: MergeResponse
  }
  'merges.undo': {
    args: {
      /** Identifier of the merge. */
      id: number
    }
    response: MergeResponse
  }
  'notes.create': {
    args: {
      /** Identifier of the contact. */
      id: number
    } & NoteCreate
    response: NoteCreateResponse
  }
  'notes.list': {
    args: {
      /** Identifier of the contact. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: NoteList
  }
  'notes.remove': {
    args: {
      /** Identifier of the note. */
      id: number
    }
    response: NoteRemoveResponse
  }
  'notes.update': {
    args: {
      /** Identifier of the note. */
      id: number
    } & NoteUpdate
    response: NoteCreateResponse
  }
  'payment_checks.read': {
    args: {}
    response: PaymentCheckResponse
  }
  'payment_checks.update': {
    args: PaymentCheckUpdate
    response: PaymentCheckResponse
  }
  'payment_views.create': {
    args: PaymentViewCreate
    response: PaymentViewCreateResponse
  }
  'payment_views.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: PaymentViewList
  }
  'payment_views.remove': {
    args: {
      /** Identifier of the payment view. */
      id: number
    }
    response: PaymentViewRemoveResponse
  }
  'payment_views.update': {
    args: {
      /** Identifier of the payment view. */
      id: number
    } & PaymentViewUpdate
    response: PaymentViewCreateResponse
  }
  'payment_warnings.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
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
  'payment_warnings.settle': {
    args: {
      /** Identifier of the payment warning. */
      id: number
    } & PaymentWarningSettle
    response: PaymentWarningSettleResponse
  }
  'privacy_requests.complete': {
    args: {
      /** Identifier of the privacy request. */
      id: number
    } & PrivacyRequestComplete
    response: PrivacyRequestCompleteResponse
  }
  'privacy_requests.create': {
    args: PrivacyRequestCreate
    response: PrivacyRequestResponse
  }
  'privacy_requests.export': {
    args: {
      /** Identifier of the privacy request. */
      id: number
    }
    response: PersonalData
  }
  'privacy_requests.findErased': {
    args: PrivacyRequestFindErased
    response: PrivacyRequestFindErasedResponse
  }
  'privacy_requests.lift': {
    args: {
      /** Identifier of the privacy request. */
      id: number
    }
    response: PrivacyRequestResponse
  }
  'privacy_requests.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
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
  'privacy_requests.read': {
    args: {
      /** Identifier of the privacy request. */
      id: number
    }
    response: PrivacyRequestResponse
  }
  'privacy_requests.refuse': {
    args: {
      /** Identifier of the privacy request. */
      id: number
    } & PrivacyRequestRefuse
    response: PrivacyRequestResponse
  }
  'privacy_requests.update': {
    args: {
      /** Identifier of the privacy request. */
      id: number
    } & PrivacyRequestUpdate
    response: PrivacyRequestResponse
  }
  'relationships.create': {
    args: {
      /** Identifier of the contact. */
      id: number
    } & RelationshipCreate
    response: RelationshipCreateResponse
  }
  'relationships.list': {
    args: {
      /** Identifier of the contact. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    response: RelationshipList
  }
  'relationships.remove': {
    args: {
      /** Identifier of the relationship. */
      id: number
    }
    response: RelationshipRemoveResponse
  }
  'roles.create': {
    args: RoleCreate
    response: RoleResponse
  }
  'roles.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `1000` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: RoleList
  }
  'roles.read': {
    args: {
      /** Identifier of the role. */
      id: number
    }
    response: RoleResponse
  }
  'roles.remove': {
    args: {
      /** Identifier of the role. */
      id: number
    }
    response: RoleRemoveResponse
  }
  'roles.update': {
    args: {
      /** Identifier of the role. */
      id: number
    } & RoleUpdate
    response: RoleResponse
  }
  'saved_filters.create': {
    args: SavedFilterCreate
    response: SavedFilterResponse
  }
  'saved_filters.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: SavedFilterList
  }
  'saved_filters.read': {
    args: {
      /** Identifier of the saved filter. */
      id: number
    }
    response: SavedFilterResponse
  }
  'saved_filters.remove': {
    args: {
      /** Identifier of the saved filter. */
      id: number
    }
    response: SavedFilterRemoveResponse
  }
  'saved_filters.update': {
    args: {
      /** Identifier of the saved filter. */
      id: number
    } & SavedFilterUpdate
    response: SavedFilterResponse
  }
  'search.count': {
    args: SearchCount
    response: SearchCountResponse
  }
  'search.search': {
    args: SearchRequest
    response: SearchResponse
  }
  'sessions.end': {
    args: {
      /** Identifier of the session. */
      id: number
    }
    response: SessionEndResponse
  }
  'sessions.endOthers': {
    args: {}
    response: SessionEndOthersResponse
  }
  'sessions.list': {
    args: {}
    response: SessionList
  }
  'spaces.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `1000` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: SpaceList
  }
  'spaces.read': {
    args: {
      /** Identifier of the space. */
      id: number
    }
    response: SpaceResponse
  }
  'spaces.readLogo': {
    args: {
      /** Identifier of the space. */
      id: number
    }
    response: Blob
  }
  'spaces.removeLogo': {
    args: {
      /** Identifier of the space. */
      id: number
    }
    response: SpaceResponse
  }
  'spaces.update': {
    args: {
      /** Identifier of the space. */
      id: number
    } & SpaceUpdate
    response: SpaceResponse
  }
  'spaces.uploadLogo': {
    args: {
      /** Identifier of the space. */
      id: number
      /** The contents of the file. */
      file: Blob | string
    }
    response: SpaceResponse
  }
  'statistics.read': {
    args: {
      /** Start of the period; a date without a time means the start of that day. */
      from?: string
      /** End of the period; a date without a time includes that day. */
      to?: string
    }
    response: StatisticsResponse
  }
  'suspensions.create': {
    args: SuspensionCreate
    response: SuspensionCreateResponse
  }
  'suspensions.end': {
    args: {
      /** Identifier of a user of the space. */
      user_id: number
    }
    response: SuspensionEndResponse
  }
  'suspensions.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: SuspensionList
  }
  'system.checkHealth': {
    args: {}
    response: SystemCheckHealthResponse
  }
  'system.checkLiveness': {
    args: {}
    response: SystemCheckLivenessResponse
  }
  'system.readOpenapi': {
    args: {}
    response: SystemReadOpenapiResponse
  }
  'tags.change': {
    args: TagChangeRequest
    response: TagChangeResponse
  }
  'tags.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Only tags that begin with this text. */
      prefix?: string
    }
    response: TagList
  }
  'tags.readChange': {
    args: {
      /** Identifier of the tag change. */
      id: number
    }
    response: TagChangeResponse
  }
  'tasks.create': {
    args: TaskCreate
    response: TaskResponse
  }
  'tasks.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Whether to list the tasks of all users, as far as the caller sees them, in place of those of the caller. @defaultValue `false` */
      all?: boolean
      /** Only tasks of this user. */
      assignee_id?: number
      /** Only tasks about this contact. */
      contact_id?: number
      /** Only tasks that this user created. */
      created_by?: number
      /** Whether to list open tasks or those that are done. @defaultValue `"open"` */
      state?: 'open' | 'done'
      /** Only tasks that are due before this day. */
      due_before?: string
    }
    response: TaskList
  }
  'tasks.read': {
    args: {
      /** Identifier of the task. */
      id: number
    }
    response: TaskResponse
  }
  'tasks.remove': {
    args: {
      /** Identifier of the task. */
      id: number
    }
    response: TaskRemoveResponse
  }
  'tasks.update': {
    args: {
      /** Identifier of the task. */
      id: number
    } & TaskUpdate
    response: TaskResponse
  }
  'teams.create': {
    args: TeamCreate
    response: TeamResponse
  }
  'teams.list': {
    args: {
      /** Identifier of a user of the space. */
      user_id?: number
      /** All teams when left out. @defaultValue `5000` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: TeamList
  }
  'teams.listPublic': {
    args: {
      /** All teams when left out. @defaultValue `5000` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: TeamListPublicResponse
  }
  'teams.read': {
    args: {
      /** Identifier of the team. */
      id: number
    }
    response: TeamResponse
  }
  'teams.remove': {
    args: {
      /** Identifier of the team. */
      id: number
    }
    response: TeamRemoveResponse
  }
  'teams.replace': {
    args: TeamReplace
    response: TeamResponse
  }
  'tokens.create': {
    args: TokenCreate
    response: TokenCreateResponse
  }
  'tokens.end': {
    args: {
      /** Identifier of the token. */
      id: number
    }
    response: TokenEndResponse
  }
  'tokens.list': {
    args: {
      /** Whether to list those of all users of the space. @defaultValue `false` */
      all?: boolean
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: TokenList
  }
  'transaction_batches.addTransactions': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
    } & TransactionBatchAddTransactions
    response: TransactionBatchResponse
  }
  'transaction_batches.close': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
    }
    response: TransactionBatchResponse
  }
  'transaction_batches.create': {
    args: TransactionBatchCreate
    response: TransactionBatchResponse
  }
  'transaction_batches.deposit': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
    }
    response: TransactionBatchResponse
  }
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
  'transaction_batches.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
      /** `number`: in the order in which batches were opened. A leading minus reverses the order. @defaultValue `"-number"` */
      sort?: 'number' | '-number' | 'name' | '-name'
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** State or region. */
      state?: 'open' | 'closed' | 'deposited'
      /** Batches with a transaction of this bundle. */
      transaction_bundle_id?: number
    }
    response: TransactionBatchList
  }
  'transaction_batches.read': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
    }
    response: TransactionBatchResponse
  }
  'transaction_batches.removeTransaction': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
      /** Identifier of the transaction. */
      transaction_id: number
    }
    response: TransactionBatchResponse
  }
  'transaction_batches.reopen': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
    }
    response: TransactionBatchResponse
  }
  'transaction_batches.sum': {
    args: {
      /** State or region. */
      state?: 'open' | 'closed' | 'deposited'
    }
    response: TransactionBatchSumResponse
  }
  'transaction_batches.update': {
    args: {
      /** Identifier of the transaction batch. */
      id: number
    } & TransactionBatchUpdate
    response: TransactionBatchResponse
  }
  'transaction_bundles.create': {
    args: TransactionBundleCreate
    response: TransactionBundleCreateResponse
  }
  'transaction_bundles.export': {
    args: {
      /** Only what changed at this time or later. */
      updated_since?: string
      /** Identifier of a contact of the space. */
      contact_id?: number
      /** Identifier of a transaction status. */
      status_id?: number
      /** `pending`: the money has not arrived yet. `unpaid`: something of it is owed, because it did not arrive or the bank returned it. */
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
      /** `items`: a line for each transaction, membership and donation of a matching bundle. `payments`: a line for each matching transaction, so that amounts can be summed. @defaultValue `"items"` */
      lines?: 'items' | 'payments'
      /** Headings, words and days for a reader of this language. Left out: field names, and times in UTC. */
      language?: 'en' | 'fr'
      /** The character between two columns of the file. @defaultValue `","` */
      separator?: ',' | ';' | 'tab'
      /** Whether the file begins with a byte order mark, which helps spreadsheets to recognise UTF-8. @defaultValue `false` */
      bom?: boolean
    }
    response: string
  }
  'transaction_bundles.exportSpreadsheet': {
    args: {
      /** Only what changed at this time or later. */
      updated_since?: string
      /** Identifier of a contact of the space. */
      contact_id?: number
      /** Identifier of a transaction status. */
      status_id?: number
      /** `pending`: the money has not arrived yet. `unpaid`: something of it is owed, because it did not arrive or the bank returned it. */
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
      /** `items`: a line for each transaction, membership and donation of a matching bundle. `payments`: a line for each matching transaction, so that amounts can be summed. @defaultValue `"items"` */
      lines?: 'items' | 'payments'
      /** The language of headings, words and days. Left out: that of your account, or else of your space. */
      language?: 'en' | 'fr'
    }
    response: Blob
  }
  'transaction_bundles.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
      /** `id`: in the order in which bundles were recorded. `date`: by the first transaction of each. `amount`: by the sum of its transactions, in whatever currency. A leading minus reverses the order. @defaultValue `"-id"` */
      sort?: 'id' | '-id' | 'date' | '-date' | 'amount' | '-amount'
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Only what changed at this time or later. */
      updated_since?: string
      /** Identifier of a contact of the space. */
      contact_id?: number
      /** Identifier of a transaction status. */
      status_id?: number
      /** `pending`: the money has not arrived yet. `unpaid`: something of it is owed, because it did not arrive or the bank returned it. */
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
  'transaction_bundles.read': {
    args: {
      /** Identifier of the transaction bundle. */
      id: number
    }
    response: TransactionBundleResponse
  }
  'transaction_bundles.readHistory': {
    args: {
      /** Identifier of the transaction bundle. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `1000` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: TransactionBundleReadHistoryResponse
  }
  'transaction_bundles.remove': {
    args: {
      /** Identifier of the transaction bundle. */
      id: number
    }
    response: TransactionBundleRemoveResponse
  }
  'transaction_bundles.sum': {
    args: {
      /** Only what changed at this time or later. */
      updated_since?: string
      /** Identifier of a contact of the space. */
      contact_id?: number
      /** Identifier of a transaction status. */
      status_id?: number
      /** `pending`: the money has not arrived yet. `unpaid`: something of it is owed, because it did not arrive or the bank returned it. */
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
  'transaction_bundles.update': {
    args: {
      /** Identifier of the transaction bundle. */
      id: number
    } & TransactionBundleUpdate
    response: TransactionBundleCreateResponse
  }
  'transaction_settings.read': {
    args: {}
    response: TransactionSettingsResponse
  }
  'transaction_settings.update': {
    args: TransactionSettingsUpdate
    response: TransactionSettingsResponse
  }
  'transaction_statuses.create': {
    args: TransactionStatusCreate
    response: TransactionStatusResponse
  }
  'transaction_statuses.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: TransactionStatusList
  }
  'transaction_statuses.read': {
    args: {
      /** Identifier of the transaction status. */
      id: number
    }
    response: TransactionStatusResponse
  }
  'transaction_statuses.remove': {
    args: {
      /** Identifier of the transaction status. */
      id: number
    }
    response: TransactionStatusRemoveResponse
  }
  'transaction_statuses.update': {
    args: {
      /** Identifier of the transaction status. */
      id: number
    } & TransactionStatusUpdate
    response: TransactionStatusResponse
  }
  'transactions.cancelReversal': {
    args: {
      /** Identifier of the transaction. */
      id: number
      /** Identifier of the reversal. */
      reversal_id: number
    } & TransactionCancelReversal
    response: TransactionRefundResponse
  }
  'transactions.readReversals': {
    args: {
      /** Identifier of the transaction. */
      id: number
    }
    response: TransactionReadReversalsResponse
  }
  'transactions.refund': {
    args: {
      /** Identifier of the transaction. */
      id: number
    } & TransactionRefund
    response: TransactionRefundResponse
  }
  'transactions.return': {
    args: {
      /** Identifier of the transaction. */
      id: number
    } & TransactionRefund
    response: TransactionRefundResponse
  }
  'upserts.create': {
    args: UpsertCreate
    response: UpsertCreateResponse
  }
  'upserts.read': {
    args: {
      /** Identifies the upsert; use it to read the result later. */
      receipt: string
    }
    response: UpsertResponse
  }
  'users.assignRole': {
    args: UserAssignRole
    response: UserAssignRoleResponse
  }
  'users.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `1000` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
      /** True for ascending order by surname and first name, false for descending. @defaultValue `true` */
      sort?: boolean
    }
    response: UserList
  }
  'users.read': {
    args: {
      /** Identifier of the user. */
      id: number
    }
    response: UserResponse
  }
  'users.remove': {
    args: {
      /** Identifier of the user. */
      id: number
    }
    response: UserRemoveResponse
  }
  'users.update': {
    args: {
      /** Identifier of the user. */
      id: number
    } & UserUpdate
    response: UserAssignRoleResponse
  }
  'visit_weeks.list': {
    args: {
      /** How many weeks to list. The last one is the present week. @defaultValue `8` */
      weeks?: number
    }
    response: VisitWeekList
  }
  'visits.correct': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Identifier of the visit. */
      visit_id: number
    } & VisitCorrect
    response: VisitResponse
  }
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
      /** Identifier of an address of the action; null if there is none. */
      address_id?: number
      /** List withdrawn visits instead. @defaultValue `false` */
      withdrawn?: boolean
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
    }
    response: VisitList
  }
  'visits.read': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Identifier of the visit. */
      visit_id: number
    }
    response: VisitResponse
  }
  'visits.readHistory': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Identifier of the visit. */
      visit_id: number
    }
    response: VisitReadHistoryResponse
  }
  'visits.record': {
    args: {
      /** Identifier of the action. */
      id: number
    } & VisitRecord
    response: VisitRecordResponse
  }
  'visits.withdraw': {
    args: {
      /** Identifier of the action. */
      id: number
      /** Identifier of the visit. */
      visit_id: number
    }
    response: VisitWithdrawResponse
  }
  'waiting_payments.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `50` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
      /** Payments in its currency, and of methods that reach it. */
      bank_account_id?: number
      /** A name, an amount, or the number of a payment or batch. */
      search?: string
    }
    response: WaitingPaymentList
  }
  'webhooks.create': {
    args: WebhookCreate
    response: WebhookCreateResponse
  }
  'webhooks.list': {
    args: {
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** How many records to skip. @defaultValue `0` */
      offset?: number
    }
    response: WebhookList
  }
  'webhooks.listDeliveries': {
    args: {
      /** Identifier of the webhook. */
      id: number
      /** The most records to return. Values above 1000 count as 1000. @defaultValue `100` */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** State or region. */
      state?: 'waiting' | 'delivered' | 'failed'
    }
    response: WebhookListDeliveriesResponse
  }
  'webhooks.read': {
    args: {
      /** Identifier of the webhook. */
      id: number
    }
    response: WebhookResponse
  }
  'webhooks.remove': {
    args: {
      /** Identifier of the webhook. */
      id: number
    }
    response: WebhookRemoveResponse
  }
  'webhooks.renewSecret': {
    args: {
      /** Identifier of the webhook. */
      id: number
    }
    response: WebhookCreateResponse
  }
  'webhooks.replay': {
    args: {
      /** Identifier of the webhook. */
      id: number
    } & WebhookReplay
    response: WebhookReplayResponse
  }
  'webhooks.replayDelivery': {
    args: {
      /** Identifier of the webhook. */
      id: number
      /** Identifier of the delivery. */
      delivery_id: number
    }
    response: WebhookReplayDeliveryResponse
  }
  'webhooks.test': {
    args: {
      /** Identifier of the webhook. */
      id: number
    }
    response: WebhookRemoveResponse
  }
  'webhooks.update': {
    args: {
      /** Identifier of the webhook. */
      id: number
    } & WebhookUpdate
    response: WebhookResponse
  }
}

/** The operations by resource. */
export interface Resources {
  /** The caller. */
  me: {
    /**
     * Read the caller, their space and their permissions in it.
     *
     * Clients decide by `permissions` what to offer, not by the name of a role.
     *
     * `GET /me`.
     */
    read(args?: Operations['me.read']['args'], options?: RequestOptions): Promise<MeResponse>
  }
  /** The organisations, or chapters of one, that a person belongs to. */
  spaces: {
    /**
     * List the spaces the caller belongs to.
     *
     * `GET /spaces`.
     */
    list(args?: Operations['spaces.list']['args'], options?: RequestOptions): Promise<SpaceList>
    /**
     * Read a space the caller belongs to.
     *
     * `GET /spaces/{id}`.
     */
    read(args: Operations['spaces.read']['args'], options?: RequestOptions): Promise<SpaceResponse>
    /**
     * Download the logo of a space.
     *
     * `GET /spaces/{id}/logo`.
     */
    readLogo(args: Operations['spaces.readLogo']['args'], options?: RequestOptions): Promise<Blob>
    /**
     * Remove the logo of a space.
     *
     * `DELETE /spaces/{id}/logo`. Requires the permission `space:manage`.
     */
    removeLogo(args: Operations['spaces.removeLogo']['args'], options?: RequestOptions): Promise<SpaceResponse>
    /**
     * Change the space the token is bound to: its name, language, time zone and identity, or require a second factor in it.
     *
     * A new `time_zone` moves payments around midnight to another day of the statistics. Memberships and accounting periods keep their ends. While `second_factor_required` is true, users without a second factor are refused in this space, with every token they hold. To change it, sign in again within the last 15 minutes, and set up a second factor of your own first.
     *
     * `PATCH /spaces/{id}`. Requires the permission `space:manage`.
     */
    update(args: Operations['spaces.update']['args'], options?: RequestOptions): Promise<SpaceResponse>
    /**
     * Upload a logo for what the space prints.
     *
     * The image itself is the body: PNG or JPEG, at most 256 kB and 1000 pixels in width and height. Texts and places in it are not kept.
     *
     * `POST /spaces/{id}/logo`. Requires the permission `space:manage`.
     */
    uploadLogo(args: Operations['spaces.uploadLogo']['args'], options?: RequestOptions): Promise<SpaceResponse>
  }
  /** The people who work in a space, each with one role in it. */
  users: {
    /**
     * Change the role of a user.
     *
     * You cannot grant a role above your own, or change a user whose role is above yours.
     *
     * `PATCH /users/role`. Requires the permission `roles:assign`.
     */
    assignRole(args: Operations['users.assignRole']['args'], options?: RequestOptions): Promise<UserAssignRoleResponse>
    /**
     * List the users the caller can see.
     *
     * Sorted by surname, then first name. `count` is the number of users in the space.
     *
     * `GET /users`. Requires the permission `users:read`.
     */
    list(args?: Operations['users.list']['args'], options?: RequestOptions): Promise<UserList>
    /**
     * Read a user.
     *
     * `GET /users/{id}`. Requires the permission `users:read`.
     */
    read(args: Operations['users.read']['args'], options?: RequestOptions): Promise<UserResponse>
    /**
     * Remove a user from the space.
     *
     * The user leaves this space and its teams. Their account and their other spaces stay.
     *
     * `DELETE /users/{id}`. Requires the permission `users:write`.
     */
    remove(args: Operations['users.remove']['args'], options?: RequestOptions): Promise<UserRemoveResponse>
    /**
     * Change the profile of a user.
     *
     * Only the fields in the request change; `mail` is required. A change of `selected_group_id` requires `UpdateToken: true`, and binds the access token in use to the first selected space.
     *
     * `PATCH /users/{id}`. Requires the permission `users:write`.
     */
    update(args: Operations['users.update']['args'], options?: RequestOptions): Promise<UserAssignRoleResponse>
  }
  /** What a space knows about the work of its users: state, teams, last visit. */
  members: {
    /**
     * Disconnect a user from the identity providers of the space. Their sessions through them end at once.
     *
     * The user stays in the space. To sign in through a provider again, they connect their account with its password, as the first time. You cannot disconnect a user whose role is above yours.
     *
     * `DELETE /v1/members/{user_id}/identity_providers`. Requires the permission `users:write`.
     */
    disconnect(args: Operations['members.disconnect']['args'], options?: RequestOptions): Promise<MemberDisconnectResponse>
    /**
     * List the users of the space with their teams, state and last visit.
     *
     * In the order of `GET /users`: by surname, then first name. A visit is a request with any token of the user, counted by day.
     *
     * `GET /v1/members`. Requires the permission `users:read`.
     */
    list(args?: Operations['members.list']['args'], options?: RequestOptions): Promise<MemberList>
  }
  /** What users may do in a space. Every space has four built-in roles and can add custom ones. */
  roles: {
    /**
     * Create a custom role.
     *
     * You cannot create a role with a higher rank than yours or a permission you lack.
     *
     * `POST /roles`. Requires the permission `roles:write`.
     */
    create(args: Operations['roles.create']['args'], options?: RequestOptions): Promise<RoleResponse>
    /**
     * List the roles of the space, highest rank first.
     *
     * `GET /roles`.
     */
    list(args?: Operations['roles.list']['args'], options?: RequestOptions): Promise<RoleList>
    /**
     * Read a role.
     *
     * `GET /roles/{id}`.
     */
    read(args: Operations['roles.read']['args'], options?: RequestOptions): Promise<RoleResponse>
    /**
     * Delete a custom role that no user has.
     *
     * `DELETE /roles/{id}`. Requires the permission `roles:write`.
     */
    remove(args: Operations['roles.remove']['args'], options?: RequestOptions): Promise<RoleRemoveResponse>
    /**
     * Change a role; only the fields in the request change.
     *
     * The rank and permissions of the four built-in roles cannot change.
     *
     * `PATCH /roles/{id}`. Requires the permission `roles:write`.
     */
    update(args: Operations['roles.update']['args'], options?: RequestOptions): Promise<RoleResponse>
  }
  /** Invitations to a space, sent by mail. */
  invitations: {
    /**
     * Withdraw an invitation; its link stops working.
     *
     * `DELETE /users/invitation/{id}`. Requires the permission `users:invite`.
     */
    cancel(args: Operations['invitations.cancel']['args'], options?: RequestOptions): Promise<InvitationCancelResponse>
    /**
     * Invite people. If one cannot be invited, none is.
     *
     * A person with an account becomes a pending member at once, and a mail asks them to accept or decline. Until they accept or open the space, it sees only the address in the request. Any other person gets a mail with a link that works once, for seven days. Inviting a person again sends the mail again. One space can send an address 10 invitations a day, all spaces together 20; a space can send 1000 a day. For one invitation the response has one object, for several an array in the same order.
     *
     * `POST /users/invitation`. Requires the permission `users:invite`.
     */
    create(args: Operations['invitations.create']['args'], options?: RequestOptions): Promise<InvitationCreateResponse>
    /**
     * List the pending invitations.
     *
     * `GET /users/invitation`. Requires the permission `users:invite`.
     */
    list(args?: Operations['invitations.list']['args'], options?: RequestOptions): Promise<InvitationList>
  }
  /** Users who stay in the space and cannot act in it. */
  suspensions: {
    /**
     * Suspend a user: every token they hold for this space is refused.
     *
     * You cannot suspend yourself, a user whose role is above yours, or the last superadmin.
     *
     * `POST /v1/suspensions`. Requires the permission `users:write`.
     */
    create(args: Operations['suspensions.create']['args'], options?: RequestOptions): Promise<SuspensionCreateResponse>
    /**
     * End a suspension. Tokens that have not expired meanwhile work again.
     *
     * `DELETE /v1/suspensions/{user_id}`. Requires the permission `users:write`.
     */
    end(args: Operations['suspensions.end']['args'], options?: RequestOptions): Promise<SuspensionEndResponse>
    /**
     * List the suspended users of the space, newest first.
     *
     * `GET /v1/suspensions`. Requires the permission `users:write`.
     */
    list(args?: Operations['suspensions.list']['args'], options?: RequestOptions): Promise<SuspensionList>
  }
  /** OpenID Connect providers through which people of a domain sign in to the space. */
  identity_providers: {
    /**
     * Create an identity provider for a domain.
     *
     * It signs nobody in before the domain is proved: add `dns_record` as a TXT record of the domain, then call `verify`. Register `redirect_uri` at the provider. People who sign in through it can act in this space only. A space can have at most 10 providers.
     *
     * `POST /v1/identity_providers`. Requires the permission `space:manage`.
     */
    create(args: Operations['identity_providers.create']['args'], options?: RequestOptions): Promise<IdentityProviderResponse>
    /**
     * List the identity providers of the space, by name.
     *
     * `GET /v1/identity_providers`. Requires the permission `space:manage`.
     */
    list(args?: Operations['identity_providers.list']['args'], options?: RequestOptions): Promise<IdentityProviderList>
    /**
     * Read an identity provider.
     *
     * `GET /v1/identity_providers/{id}`. Requires the permission `space:manage`.
     */
    read(args: Operations['identity_providers.read']['args'], options?: RequestOptions): Promise<IdentityProviderResponse>
    /**
     * Delete an identity provider. The people stay in the space and can sign in with a password.
     *
     * `DELETE /v1/identity_providers/{id}`. Requires the permission `space:manage`.
     */
    remove(args: Operations['identity_providers.remove']['args'], options?: RequestOptions): Promise<IdentityProviderRemoveResponse>
    /**
     * Change, enable or disable an identity provider; only the fields in the request change.
     *
     * The domain cannot change; create another provider for that. Issuer and client ID can until the domain is proved, with the secret sent again, and a new issuer must answer. While a provider is disabled, its sessions are not renewed. While it is `required`, members with an address of its domain are refused in this space with tokens that they did not get through it, except superadmins with a second factor. Superadmins are told of every change by mail.
     *
     * `PATCH /v1/identity_providers/{id}`. Requires the permission `space:manage`.
     */
    update(args: Operations['identity_providers.update']['args'], options?: RequestOptions): Promise<IdentityProviderResponse>
    /**
     * Look for the provider at its issuer, and prove the domain by its TXT record.
     *
     * People of the domain can sign in from then on. The record is looked up again every day on which somebody signs in, so leave it in place. A domain belongs to one space of a server: the space that had it before loses it if its own record has gone.
     *
     * `POST /v1/identity_providers/{id}/verify`. Requires the permission `space:manage`.
     */
    verify(args: Operations['identity_providers.verify']['args'], options?: RequestOptions): Promise<IdentityProviderResponse>
  }
  /** Personal access tokens, for the scripts of a user. */
  tokens: {
    /**
     * Create a token for this space. The secret is only in this response.
     *
     * Requires a sign-in within the last 15 minutes, in the console or another application of Muster itself.
     *
     * `POST /v1/tokens`. Requires the permission `tokens:write`.
     */
    create(args: Operations['tokens.create']['args'], options?: RequestOptions): Promise<TokenCreateResponse>
    /**
     * Revoke a token.
     *
     * `DELETE /v1/tokens/{id}`. Requires the permission `tokens:write`.
     */
    end(args: Operations['tokens.end']['args'], options?: RequestOptions): Promise<TokenEndResponse>
    /**
     * List your active tokens in this space, newest first.
     *
     * With `all`, the tokens of all users; requires `space:manage`.
     *
     * `GET /v1/tokens`. Requires the permission `tokens:write`.
     */
    list(args?: Operations['tokens.list']['args'], options?: RequestOptions): Promise<TokenList>
  }
  /** Other applications that work with a space: for people who allow it, or by themselves with a role of their own. */
  integrations: {
    /**
     * Create an integration. The secret is only in this response.
     *
     * With `redirect_uris` it can act for people who allow it; with `role_id` it can act by itself. You cannot grant a role or scopes beyond your own.
     *
     * `POST /v1/integrations`. Requires the permission `clients:manage`.
     */
    create(args: Operations['integrations.create']['args'], options?: RequestOptions): Promise<IntegrationCreateResponse>
    /**
     * Create another secret, which is only in this response. An integration can have two at a time.
     *
     * `POST /v1/integrations/{id}/secrets`. Requires the permission `clients:manage`.
     */
    createSecret(args: Operations['integrations.createSecret']['args'], options?: RequestOptions): Promise<IntegrationCreateSecretResponse>
    /**
     * End an integration, its secrets and every token it holds.
     *
     * `DELETE /v1/integrations/{id}`. Requires the permission `clients:manage`.
     */
    end(args: Operations['integrations.end']['args'], options?: RequestOptions): Promise<IntegrationEndResponse>
    /**
     * End a secret, and the tokens the integration uses to act by itself.
     *
     * `DELETE /v1/integrations/{id}/secrets/{secret_id}`. Requires the permission `clients:manage`.
     */
    endSecret(args: Operations['integrations.endSecret']['args'], options?: RequestOptions): Promise<IntegrationEndSecretResponse>
    /**
     * List the integrations of the space, by name.
     *
     * `GET /v1/integrations`. Requires the permission `clients:manage`.
     */
    list(args?: Operations['integrations.list']['args'], options?: RequestOptions): Promise<IntegrationList>
    /**
     * Read an integration.
     *
     * `GET /v1/integrations/{id}`. Requires the permission `clients:manage`.
     */
    read(args: Operations['integrations.read']['args'], options?: RequestOptions): Promise<IntegrationResponse>
    /**
     * Change an integration; only the fields in the request change. Existing tokens lose the scopes that are removed.
     *
     * `PATCH /v1/integrations/{id}`. Requires the permission `clients:manage`.
     */
    update(args: Operations['integrations.update']['args'], options?: RequestOptions): Promise<IntegrationResponse>
  }
  /** The browsers in which the caller is signed in. */
  sessions: {
    /**
     * End a session, which signs that browser out.
     *
     * Applications with `offline_access` keep their access; end their grant to stop them.
     *
     * `DELETE /v1/sessions/{id}`. Requires the permission `tokens:write`.
     */
    end(args: Operations['sessions.end']['args'], options?: RequestOptions): Promise<SessionEndResponse>
    /**
     * End all your other sessions.
     *
     * `DELETE /v1/sessions`. Requires the permission `tokens:write`.
     */
    endOthers(args?: Operations['sessions.endOthers']['args'], options?: RequestOptions): Promise<SessionEndOthersResponse>
    /**
     * List your sessions, last used first.
     *
     * `GET /v1/sessions`. Requires the permission `tokens:write`.
     */
    list(args?: Operations['sessions.list']['args'], options?: RequestOptions): Promise<SessionList>
  }
  /** What the caller has allowed applications to do on their behalf. */
  grants: {
    /**
     * End a grant. The tokens that the application got from it stop working at once.
     *
     * `DELETE /v1/grants/{id}`. Requires the permission `tokens:write`.
     */
    end(args: Operations['grants.end']['args'], options?: RequestOptions): Promise<GrantEndResponse>
    /**
     * List your grants in this space, newest first.
     *
     * `GET /v1/grants`. Requires the permission `tokens:write`.
     */
    list(args?: Operations['grants.list']['args'], options?: RequestOptions): Promise<GrantList>
  }
  /** Teams of users, each with leaders, members and an optional address. */
  teams: {
    /**
     * Create a team.
     *
     * `POST /teams`. Requires the permission `teams:write`.
     */
    create(args: Operations['teams.create']['args'], options?: RequestOptions): Promise<TeamResponse>
    /**
     * List every team the caller can see.
     *
     * With `user_id`, only the teams of that user; the list is empty for a user the caller cannot see.
     *
     * `GET /teams`. Requires the permission `teams:read`.
     */
    list(args?: Operations['teams.list']['args'], options?: RequestOptions): Promise<TeamList>
    /**
     * List the public teams, with full user records.
     *
     * `GET /teams/public`. Requires the permission `teams:read`.
     */
    listPublic(args?: Operations['teams.listPublic']['args'], options?: RequestOptions): Promise<TeamListPublicResponse>
    /**
     * Read a team.
     *
     * `GET /teams/{id}`. Requires the permission `teams:read`.
     */
    read(args: Operations['teams.read']['args'], options?: RequestOptions): Promise<TeamResponse>
    /**
     * Delete a team.
     *
     * `DELETE /teams/{id}`. Requires the permission `teams:write`.
     */
    remove(args: Operations['teams.remove']['args'], options?: RequestOptions): Promise<TeamRemoveResponse>
    /**
     * Replace a team; an omitted field, except name, is reset to its default.
     *
     * `PATCH /teams`. Requires the permission `teams:write`.
     */
    replace(args: Operations['teams.replace']['args'], options?: RequestOptions): Promise<TeamResponse>
  }
  /** The people an organisation reaches out to. */
  contacts: {
    /**
     * Create a contact.
     *
     * `POST /contacts`. Requires the permission `contacts:write`.
     */
    create(args: Operations['contacts.create']['args'], options?: RequestOptions): Promise<ContactResponse>
    /**
     * Look up contacts by external id or mail address.
     *
     * Also finds the survivors of merged contacts that had the key. A key without a contact is left out of the response; a key of several contacts is ambiguous. A caller who may write contacts also learns that a key belongs to a restricted person, without seeing who it is.
     *
     * `POST /v1/known_contacts`. Requires the permission `contacts:read`.
     */
    findByKey(args: Operations['contacts.findByKey']['args'], options?: RequestOptions): Promise<ContactFindByKeyResponse>
    /**
     * List contacts.
     *
     * Newest first, or by name with `sort=name`. `cursor` is as fast on the last page of a long list as on the first.
     *
     * `GET /contacts`. Requires the permission `contacts:read`.
     */
    list(args?: Operations['contacts.list']['args'], options?: RequestOptions): Promise<ContactList>
    /**
     * List every consent of a contact that was given or withdrawn, newest first.
     *
     * Also requires `contacts:read`. Entries never change.
     *
     * `GET /contacts/{id}/consents`. Requires the permission `contacts:sensitive`.
     */
    listConsents(args: Operations['contacts.listConsents']['args'], options?: RequestOptions): Promise<ContactListConsentsResponse>
    /**
     * List contacts that were deleted and can be restored, the latest first.
     *
     * `GET /v1/deleted_contacts`. Requires the permission `contacts:write`.
     */
    listDeleted(args?: Operations['contacts.listDeleted']['args'], options?: RequestOptions): Promise<ContactListDeletedResponse>
    /**
     * Read a contact.
     *
     * `GET /contacts/{id}`. Requires the permission `contacts:read`.
     */
    read(args: Operations['contacts.read']['args'], options?: RequestOptions): Promise<ContactResponse>
    /**
     * Read a contact, without an envelope.
     *
     * `GET /v1/contacts/{id}`. Requires the permission `contacts:read`.
     */
    readBare(args: Operations['contacts.readBare']['args'], options?: RequestOptions): Promise<Contact>
    /**
     * Read what matters about a contact before a conversation.
     *
     * Membership and payments need `finance:read`, consents `contacts:sensitive`; they are null without it. Days and years are those of the time zone of the space. Amounts follow the rules of the statistics: received payments, less what was refunded or returned, each on its own date.
     *
     * `GET /v1/contacts/{id}/summary`. Requires the permission `contacts:read`.
     */
    readSummary(args: Operations['contacts.readSummary']['args'], options?: RequestOptions): Promise<ContactReadSummaryResponse>
    /**
     * Read the timeline of a contact, newest first.
     *
     * Shows changes and merges of the contact, tasks, visits of actions that the caller sees, notes that the caller may read, consents and answers with `contacts:sensitive`, and payments with `finance:read`. `next_cursor` continues it; `about` limits it to one topic.
     *
     * `GET /contacts/{id}/timeline`. Requires the permission `contacts:read`.
     */
    readTimeline(args: Operations['contacts.readTimeline']['args'], options?: RequestOptions): Promise<ContactReadTimelineResponse>
    /**
     * Delete a contact; its payments are kept.
     *
     * `DELETE /contacts/{id}`. Requires the permission `contacts:write`.
     */
    remove(args: Operations['contacts.remove']['args'], options?: RequestOptions): Promise<ContactRemoveResponse>
    /**
     * Replace a contact; what is left out is cleared.
     *
     * As `application/merge-patch+json` only what is sent changes: null clears a field, the parts of an address change one by one, a list is replaced as a whole. Without the permission `contacts:sensitive`, tags and answers stay as they are.
     *
     * `PATCH /contacts/{id}`. Requires the permission `contacts:write`.
     */
    replace(args: Operations['contacts.replace']['args'], options?: RequestOptions): Promise<ContactResponse>
    /**
     * Restore a deleted contact with all its data.
     *
     * An erased contact cannot be restored. A merged one comes back when the merge is undone.
     *
     * `POST /contacts/{id}/restore`. Requires the permission `contacts:write`.
     */
    restore(args: Operations['contacts.restore']['args'], options?: RequestOptions): Promise<ContactResponse>
  }
  /** Contacts that may be the same person. */
  duplicates: {
    /**
     * Find contacts that may be a person who is about to be created.
     *
     * Contacts with the same name, mail address or telephone number, the most likely first, at most five. To be asked before a contact is created: values that creation would refuse are refused here too. The values are in the body, because mail addresses do not belong in a URL.
     *
     * `POST /v1/similar_contacts`. Requires the permission `contacts:read`.
     */
    findSimilar(args: Operations['duplicates.findSimilar']['args'], options?: RequestOptions): Promise<DuplicateFindSimilarResponse>
    /**
     * List groups of likely duplicates, the strongest reason first.
     *
     * Contacts with the same name and birthdate, mail (also the former mail of a merged contact), mobile, name and address, or phone. A page can be short or empty; continue until `next_cursor` is null.
     *
     * `GET /v1/duplicates`. Requires the permission `contacts:read`.
     */
    list(args?: Operations['duplicates.list']['args'], options?: RequestOptions): Promise<DuplicateList>
    /**
     * List the contacts that may be the same person as this one.
     *
     * `GET /contacts/{id}/duplicates`. Requires the permission `contacts:read`.
     */
    listOfContact(args: Operations['duplicates.listOfContact']['args'], options?: RequestOptions): Promise<DuplicateListOfContactResponse>
    /**
     * Record that contacts are all different people.
     *
     * They are no longer listed as duplicates of each other.
     *
     * `POST /v1/duplicates/not_duplicates`. Requires the permission `contacts:write`.
     */
    markNotDuplicates(args: Operations['duplicates.markNotDuplicates']['args'], options?: RequestOptions): Promise<DuplicateMarkNotDuplicatesResponse>
    /**
     * Delete the record that two contacts are different people.
     *
     * `DELETE /v1/duplicates/not_duplicates/{one}/{other}`. Requires the permission `contacts:write`.
     */
    unmarkNotDuplicates(args: Operations['duplicates.unmarkNotDuplicates']['args'], options?: RequestOptions): Promise<DuplicateUnmarkNotDuplicatesResponse>
  }
  /** Merge two contacts of one person, and undo a merge. */
  merges: {
    /**
     * List merges, newest first.
     *
     * `GET /v1/merges`. Requires the permission `contacts:read`.
     */
    list(args?: Operations['merges.list']['args'], options?: RequestOptions): Promise<MergeList>
    /**
     * Merge another contact into this one.
     *
     * This contact survives with everything of both: payments, memberships, answers, tags, the lower membership number. Moving payments needs `finance:write`.
     *
     * `POST /contacts/{id}/merge`. Requires the permission `contacts:write`.
     */
    merge(args: Operations['merges.merge']['args'], options?: RequestOptions): Promise<MergeResponse>
    /**
     * Read a merge.
     *
     * `GET /v1/merges/{id}`. Requires the permission `contacts:read`.
     */
    read(args: Operations['merges.read']['args'], options?: RequestOptions): Promise<MergeResponse>
    /**
     * Undo a merge.
     *
     * Restores both contacts. What changed since the merge stays with the survivor and is listed in `stayed`.
     *
     * `POST /v1/merges/{id}/undo`. Requires the permission `contacts:write`.
     */
    undo(args: Operations['merges.undo']['args'], options?: RequestOptions): Promise<MergeResponse>
  }
  /** Notes about contacts. */
  notes: {
    /**
     * Write a note about a contact.
     *
     * Mentioned users must be able to see contacts. Each gets one mail, which has a link and not the text. Refused for a restricted contact.
     *
     * `POST /v1/contacts/{id}/notes`. Requires the permission `contacts:write`.
     */
    create(args: Operations['notes.create']['args'], options?: RequestOptions): Promise<NoteCreateResponse>
    /**
     * List the notes about a contact: pinned ones first, then the newest.
     *
     * Without `contacts:sensitive`, only notes that the caller wrote and those that mention them. Each call is recorded in the audit log.
     *
     * `GET /v1/contacts/{id}/notes`. Requires the permission `contacts:read`.
     */
    list(args: Operations['notes.list']['args'], options?: RequestOptions): Promise<NoteList>
    /**
     * Delete a note.
     *
     * Authors delete their own notes with `contacts:write`. `privacy:manage` allows to delete those of others.
     *
     * `DELETE /v1/notes/{id}`. Requires the permission `contacts:read`.
     */
    remove(args: Operations['notes.remove']['args'], options?: RequestOptions): Promise<NoteRemoveResponse>
    /**
     * Change a note; only the fields in the request change.
     *
     * Only the author changes the text. Users who are mentioned for the first time get a mail. Every user who can read the note can pin it.
     *
     * `PATCH /v1/notes/{id}`. Requires the permission `contacts:write`.
     */
    update(args: Operations['notes.update']['args'], options?: RequestOptions): Promise<NoteCreateResponse>
  }
  /** Files of contacts, such as signed forms and letters. */
  files: {
    /**
     * Download a file.
     *
     * Sent as an attachment, as it was uploaded. Each call is recorded in the audit log.
     *
     * `GET /v1/files/{id}/content`. Requires the permission `contacts:read`.
     */
    download(args: Operations['files.download']['args'], options?: RequestOptions): Promise<Blob>
    /**
     * List the files of a contact, newest first.
     *
     * Without `contacts:sensitive`, only files that the caller uploaded. Each call is recorded in the audit log.
     *
     * `GET /v1/contacts/{id}/files`. Requires the permission `contacts:read`.
     */
    list(args: Operations['files.list']['args'], options?: RequestOptions): Promise<FileList>
    /**
     * Read what is known about a file: its name, size and hash.
     *
     * Each call is recorded in the audit log.
     *
     * `GET /v1/files/{id}`. Requires the permission `contacts:read`.
     */
    read(args: Operations['files.read']['args'], options?: RequestOptions): Promise<FileResponse>
    /**
     * Read how much room files use, and what may be uploaded.
     *
     * `GET /v1/files/usage`. Requires the permission `contacts:read`.
     */
    readUsage(args?: Operations['files.readUsage']['args'], options?: RequestOptions): Promise<FileReadUsageResponse>
    /**
     * Delete a file and its contents.
     *
     * Users delete their own files with `contacts:write`. `privacy:manage` allows to delete those of others. Backups still have it.
     *
     * `DELETE /v1/files/{id}`. Requires the permission `contacts:read`.
     */
    remove(args: Operations['files.remove']['args'], options?: RequestOptions): Promise<FileRemoveResponse>
    /**
     * Change the name of a file.
     *
     * Only the user who uploaded it can, and the extension stays.
     *
     * `PATCH /v1/files/{id}`. Requires the permission `contacts:write`.
     */
    update(args: Operations['files.update']['args'], options?: RequestOptions): Promise<FileResponse>
    /**
     * Upload a file of a contact.
     *
     * The file itself is the body, up to 20 MB unless the operator has set another limit. Any `Content-Type` is accepted: the extension of `name` and the contents must agree. Refused for a restricted contact, for a file that the contact has already, and if the space has no room left.
     *
     * `POST /v1/contacts/{id}/files`. Requires the permission `contacts:write`.
     */
    upload(args: Operations['files.upload']['args'], options?: RequestOptions): Promise<FileResponse>
  }
  /** Tasks of users, which may be about a contact. */
  tasks: {
    /**
     * Create a task.
     *
     * Another user to whom it is assigned gets a mail.
     *
     * `POST /v1/tasks`. Requires the permission `contacts:write`.
     */
    create(args: Operations['tasks.create']['args'], options?: RequestOptions): Promise<TaskResponse>
    /**
     * List tasks: open ones by due date, or those that are done, the latest first.
     *
     * Without `assignee_id`, `contact_id`, `created_by` and `all`, the tasks of the caller. Users see tasks that are assigned to them and those they created; with `contacts:read` also every task about a contact.
     *
     * `GET /v1/tasks`. Requires the permission `contacts:read`.
     */
    list(args?: Operations['tasks.list']['args'], options?: RequestOptions): Promise<TaskList>
    /**
     * Read a task.
     *
     * `GET /v1/tasks/{id}`. Requires the permission `contacts:read`.
     */
    read(args: Operations['tasks.read']['args'], options?: RequestOptions): Promise<TaskResponse>
    /**
     * Delete a task.
     *
     * Its author and users with `contacts:write` can delete it.
     *
     * `DELETE /v1/tasks/{id}`. Requires the permission `contacts:write`.
     */
    remove(args: Operations['tasks.remove']['args'], options?: RequestOptions): Promise<TaskRemoveResponse>
    /**
     * Change a task or mark it as done; only the fields in the request change.
     *
     * The assignee can mark it as done. Its author and users with `contacts:write` can change the rest. Another user to whom it is assigned gets a mail.
     *
     * `PATCH /v1/tasks/{id}`. Requires the permission `contacts:write`.
     */
    update(args: Operations['tasks.update']['args'], options?: RequestOptions): Promise<TaskResponse>
  }
  /** What contacts are to each other. */
  relationships: {
    /**
     * Add a relationship with another contact.
     *
     * Two contacts have a relationship of one kind once, from whichever side it was added.
     *
     * `POST /v1/contacts/{id}/relationships`. Requires the permission `contacts:write`.
     */
    create(args: Operations['relationships.create']['args'], options?: RequestOptions): Promise<RelationshipCreateResponse>
    /**
     * List the relationships of a contact.
     *
     * A relationship is listed for both contacts, each time with the word for the other one. Contacts that the caller does not see are left out.
     *
     * `GET /v1/contacts/{id}/relationships`. Requires the permission `contacts:read`.
     */
    list(args: Operations['relationships.list']['args'], options?: RequestOptions): Promise<RelationshipList>
    /**
     * Delete a relationship, for both contacts.
     *
     * `DELETE /v1/relationships/{id}`. Requires the permission `contacts:write`.
     */
    remove(args: Operations['relationships.remove']['args'], options?: RequestOptions): Promise<RelationshipRemoveResponse>
  }
  /** Contacts who live together. */
  households: {
    /**
     * Create a household.
     *
     * `POST /v1/households`. Requires the permission `contacts:write`.
     */
    create(args: Operations['households.create']['args'], options?: RequestOptions): Promise<HouseholdResponse>
    /**
     * List households by name.
     *
     * `GET /v1/households`. Requires the permission `contacts:read`.
     */
    list(args?: Operations['households.list']['args'], options?: RequestOptions): Promise<HouseholdList>
    /**
     * Read a household.
     *
     * `GET /v1/households/{id}`. Requires the permission `contacts:read`.
     */
    read(args: Operations['households.read']['args'], options?: RequestOptions): Promise<HouseholdResponse>
    /**
     * Read the household of a contact.
     *
     * `data` is null if the contact is in none.
     *
     * `GET /v1/contacts/{id}/household`. Requires the permission `contacts:read`.
     */
    readOfContact(args: Operations['households.readOfContact']['args'], options?: RequestOptions): Promise<HouseholdReadOfContactResponse>
    /**
     * Delete a household; its members stay contacts.
     *
     * Refused with `conflict` if a restricted contact that the caller does not see is a member.
     *
     * `DELETE /v1/households/{id}`. Requires the permission `contacts:write`.
     */
    remove(args: Operations['households.remove']['args'], options?: RequestOptions): Promise<HouseholdRemoveResponse>
    /**
     * Change a household; only the fields in the request change.
     *
     * `contact_ids` replaces the members. Members that the caller does not see, such as restricted contacts, stay.
     *
     * `PATCH /v1/households/{id}`. Requires the permission `contacts:write`.
     */
    update(args: Operations['households.update']['args'], options?: RequestOptions): Promise<HouseholdResponse>
  }
  /** Requests of people about their own data. */
  privacy_requests: {
    /**
     * Carry out a request, or record that it was carried out.
     *
     * An erasure makes the person anonymous everywhere and cannot be undone; payments keep their amounts and dates. A restriction takes effect at once. Access and rectification are recorded as done.
     *
     * `POST /v1/privacy_requests/{id}/complete`. Requires the permission `privacy:manage`.
     */
    complete(args: Operations['privacy_requests.complete']['args'], options?: RequestOptions): Promise<PrivacyRequestCompleteResponse>
    /**
     * Record a request. It is due within a month.
     *
     * `POST /v1/privacy_requests`. Requires the permission `privacy:manage`.
     */
    create(args: Operations['privacy_requests.create']['args'], options?: RequestOptions): Promise<PrivacyRequestResponse>
    /**
     * Download all data about the person, for a request for access.
     *
     * `GET /v1/privacy_requests/{id}/export`. Requires the permission `privacy:manage`.
     */
    export(args: Operations['privacy_requests.export']['args'], options?: RequestOptions): Promise<PersonalData>
    /**
     * Check which of these addresses belong to erased people.
     *
     * Use this before you import a file, which must not bring these people back.
     *
     * `POST /v1/privacy_requests/erased`. Requires the permission `contacts:write`.
     */
    findErased(args: Operations['privacy_requests.findErased']['args'], options?: RequestOptions): Promise<PrivacyRequestFindErasedResponse>
    /**
     * Lift a restriction.
     *
     * `POST /v1/privacy_requests/{id}/lift`. Requires the permission `privacy:manage`.
     */
    lift(args: Operations['privacy_requests.lift']['args'], options?: RequestOptions): Promise<PrivacyRequestResponse>
    /**
     * List requests, the earliest due date first.
     *
     * `GET /v1/privacy_requests`. Requires the permission `privacy:manage`.
     */
    list(args?: Operations['privacy_requests.list']['args'], options?: RequestOptions): Promise<PrivacyRequestList>
    /**
     * Read a request.
     *
     * `GET /v1/privacy_requests/{id}`. Requires the permission `privacy:manage`.
     */
    read(args: Operations['privacy_requests.read']['args'], options?: RequestOptions): Promise<PrivacyRequestResponse>
    /**
     * Refuse a request, with a reason.
     *
     * `POST /v1/privacy_requests/{id}/refuse`. Requires the permission `privacy:manage`.
     */
    refuse(args: Operations['privacy_requests.refuse']['args'], options?: RequestOptions): Promise<PrivacyRequestResponse>
    /**
     * Change the notes of an open request, or extend it.
     *
     * `PATCH /v1/privacy_requests/{id}`. Requires the permission `privacy:manage`.
     */
    update(args: Operations['privacy_requests.update']['args'], options?: RequestOptions): Promise<PrivacyRequestResponse>
  }
  /** Who read, exported or changed sensitive data, and when. */
  audit: {
    /**
     * Download the audit log, newest first.
     *
     * `GET /v1/audit.csv`. Requires the permission `audit:read`.
     */
    export(args?: Operations['audit.export']['args'], options?: RequestOptions): Promise<string>
    /**
     * Read the audit log, newest first unless sorted otherwise.
     *
     * Filters can be combined. Entries never change, except that the data of an erased person is removed from them.
     *
     * `GET /v1/audit`. Requires the permission `audit:read`.
     */
    list(args?: Operations['audit.list']['args'], options?: RequestOptions): Promise<AuditList>
  }
  /** The events of a space, in order, for applications that synchronise with it. */
  changes: {
    /**
     * List the events after a cursor, oldest first.
     *
     * An event says which record changed and does not contain the record: read it with its own operation. A 404 then means that it was deleted or that you may no longer see it. Each event type requires a permission: `finance:read` for payments, `contacts:read` for contacts, and so on. Events are kept for 30 days.
     *
     * `GET /v1/changes`.
     */
    list(args?: Operations['changes.list']['args'], options?: RequestOptions): Promise<ChangeList>
  }
  /** What changed in a space lately, summed up. */
  activity: {
    /**
     * Sum up what changed since a moment, the latest first.
     *
     * Of what the caller may see: memberships and donations with `finance:read`, visits in the actions of the caller or with `actions:read` in all, imports with `contacts:read`, withdrawn consents with `contacts:sensitive`, changes of roles and users who joined with `users:read`. Each change in full is in `GET /v1/changes`.
     *
     * `GET /v1/activity`.
     */
    list(args?: Operations['activity.list']['args'], options?: RequestOptions): Promise<ActivityList>
  }
  /** URLs of other applications that receive the events of a space. */
  webhooks: {
    /**
     * Create a webhook. The secret is only in this response.
     *
     * The webhook receives events from now on, each as a POST request signed according to Standard Webhooks. Each event type requires a permission of yours. A space can have at most 20 webhooks.
     *
     * `POST /v1/webhooks`. Requires the permission `webhooks:manage`.
     */
    create(args: Operations['webhooks.create']['args'], options?: RequestOptions): Promise<WebhookCreateResponse>
    /**
     * List the webhooks of the space, by name.
     *
     * `GET /v1/webhooks`. Requires the permission `webhooks:manage`.
     */
    list(args?: Operations['webhooks.list']['args'], options?: RequestOptions): Promise<WebhookList>
    /**
     * List the deliveries of a webhook, sent and waiting, newest first.
     *
     * Deliveries are kept for seven days; of the ended ones, the latest 5 000.
     *
     * `GET /v1/webhooks/{id}/deliveries`. Requires the permission `webhooks:manage`.
     */
    listDeliveries(args: Operations['webhooks.listDeliveries']['args'], options?: RequestOptions): Promise<WebhookListDeliveriesResponse>
    /**
     * Read a webhook.
     *
     * `GET /v1/webhooks/{id}`. Requires the permission `webhooks:manage`.
     */
    read(args: Operations['webhooks.read']['args'], options?: RequestOptions): Promise<WebhookResponse>
    /**
     * Delete a webhook, its waiting deliveries and its log.
     *
     * `DELETE /v1/webhooks/{id}`. Requires the permission `webhooks:manage`.
     */
    remove(args: Operations['webhooks.remove']['args'], options?: RequestOptions): Promise<WebhookRemoveResponse>
    /**
     * Replace the secret. The new one is only in this response; the former one also signs for 24 hours.
     *
     * `POST /v1/webhooks/{id}/secret`. Requires the permission `webhooks:manage`.
     */
    renewSecret(args: Operations['webhooks.renewSecret']['args'], options?: RequestOptions): Promise<WebhookCreateResponse>
    /**
     * Send all events since a time again.
     *
     * At most 10 000 events of the last 30 days. Events keep their ids, so that the receiver can detect repetitions.
     *
     * `POST /v1/webhooks/{id}/replay`. Requires the permission `webhooks:manage`.
     */
    replay(args: Operations['webhooks.replay']['args'], options?: RequestOptions): Promise<WebhookReplayResponse>
    /**
     * Send one delivery again.
     *
     * `POST /v1/webhooks/{id}/deliveries/{delivery_id}/replay`. Requires the permission `webhooks:manage`.
     */
    replayDelivery(args: Operations['webhooks.replayDelivery']['args'], options?: RequestOptions): Promise<WebhookReplayDeliveryResponse>
    /**
     * Send a test event of type webhook.tested.
     *
     * `POST /v1/webhooks/{id}/test`. Requires the permission `webhooks:manage`.
     */
    test(args: Operations['webhooks.test']['args'], options?: RequestOptions): Promise<WebhookRemoveResponse>
    /**
     * Change, enable or disable a webhook; only the fields in the request change.
     *
     * A disabled webhook receives nothing; its waiting deliveries stay. Use `replay` to send the events it missed.
     *
     * `PATCH /v1/webhooks/{id}`. Requires the permission `webhooks:manage`.
     */
    update(args: Operations['webhooks.update']['args'], options?: RequestOptions): Promise<WebhookResponse>
  }
  /** Import contacts from CSV files, with a dry run and an undo. */
  imports: {
    /**
     * Start a dry run, which shows what the import would do.
     *
     * A job; see `check_job_id`. Tags and answers need `contacts:sensitive`.
     *
     * `POST /v1/imports/{id}/check`. Requires the permission `contacts:write`.
     */
    check(args: Operations['imports.check']['args'], options?: RequestOptions): Promise<ImportResponse>
    /**
     * Correct cells that the dry run listed.
     *
     * The corrections are stored beside the file and checked at once; the next dry run or run uses them. Up to 1000 cells in a call, and 10 000 in an import. They are deleted with the file.
     *
     * `PATCH /v1/imports/{id}/cells`. Requires the permission `contacts:write`.
     */
    correctCells(args: Operations['imports.correctCells']['args'], options?: RequestOptions): Promise<ImportCorrectCellsResponse>
    /**
     * Download the rows that were refused, each with its reason.
     *
     * Of the last dry run or run. Correct the rows and upload the file again. The reasons are in the language of the caller, English or French.
     *
     * `GET /v1/imports/{id}/refused.csv`. Requires the permission `contacts:write`.
     */
    exportRefused(args: Operations['imports.exportRefused']['args'], options?: RequestOptions): Promise<string>
    /**
     * List imports, newest first.
     *
     * `GET /v1/imports`. Requires the permission `contacts:write`.
     */
    list(args?: Operations['imports.list']['args'], options?: RequestOptions): Promise<ImportList>
    /**
     * List the cells that do not fit their field, each with the reason.
     *
     * Of the last dry run or run, in the order of the file. The rows are imported without these cells, unless `effect` says otherwise. An import lists up to 100 000 cells; its outcome counts all of them. The reasons are in the language of the caller, English or French.
     *
     * `GET /v1/imports/{id}/cells`. Requires the permission `contacts:write`.
     */
    listCells(args: Operations['imports.listCells']['args'], options?: RequestOptions): Promise<ImportListCellsResponse>
    /**
     * List the contacts that an undo kept, with the reasons.
     *
     * `GET /v1/imports/{id}/kept`. Requires the permission `contacts:write`.
     */
    listKept(args: Operations['imports.listKept']['args'], options?: RequestOptions): Promise<ImportListKeptResponse>
    /**
     * Read an import: its settings and its outcome.
     *
     * `GET /v1/imports/{id}`. Requires the permission `contacts:write`.
     */
    read(args: Operations['imports.read']['args'], options?: RequestOptions): Promise<ImportResponse>
    /**
     * Import the file.
     *
     * A job; see `run_job_id`. A stopped import can be run again: rows that were imported match their contacts and change nothing.
     *
     * `POST /v1/imports/{id}/run`. Requires the permission `contacts:write`.
     */
    run(args: Operations['imports.run']['args'], options?: RequestOptions): Promise<ImportResponse>
    /**
     * Undo an import.
     *
     * A job; see `undo_job_id`. Restores changed contacts and deletes created ones, except those that were changed or used since.
     *
     * `POST /v1/imports/{id}/undo`. Requires the permission `contacts:write`.
     */
    undo(args: Operations['imports.undo']['args'], options?: RequestOptions): Promise<ImportResponse>
    /**
     * Change how the file is read.
     *
     * Columns are named by their index, since two may have the same header. What is not sent stays.
     *
     * `PATCH /v1/imports/{id}`. Requires the permission `contacts:write`.
     */
    update(args: Operations['imports.update']['args'], options?: RequestOptions): Promise<ImportResponse>
    /**
     * Upload a CSV file of contacts.
     *
     * The file itself is the body, up to 100 MB, in UTF-8 or Windows-1252, with a row of column names. Nothing is imported yet: the response shows how the file would be read.
     *
     * `POST /v1/imports`. Requires the permission `contacts:write`.
     */
    upload(args: Operations['imports.upload']['args'], options?: RequestOptions): Promise<ImportResponse>
  }
  /** Export contacts as CSV, with an entry in the audit log. */
  exports: {
    /**
     * Download contacts as CSV.
     *
     * The audit log records the reason, the user and the number of contacts before the first line is sent. A text that begins like a formula gets an apostrophe in front, a telephone number does not. People who opted out (`black_list`) are left out unless `include_do_not_contact` is true. Tags and `forms` need `contacts:sensitive`.
     *
     * `POST /v1/exports/contacts.csv`. Requires the permission `contacts:export`.
     */
    download(args: Operations['exports.download']['args'], options?: RequestOptions): Promise<string>
  }
  /** Work that takes longer than a request, such as an import. */
  jobs: {
    /**
     * Cancel a job.
     *
     * A running job ends after its current step. What it has done until then stays.
     *
     * `POST /v1/jobs/{id}/cancel`. Requires the permission `contacts:write`.
     */
    cancel(args: Operations['jobs.cancel']['args'], options?: RequestOptions): Promise<JobResponse>
    /**
     * Follow a job as Server-Sent Events.
     *
     * Sends the job at once and after every step, as the data of an event. The stream ends with the job, or after five minutes: then connect again.
     *
     * `GET /v1/jobs/{id}/events`. Requires the permission `contacts:write`.
     */
    follow(args: Operations['jobs.follow']['args'], options?: RequestOptions): Promise<string>
    /**
     * List jobs, newest first.
     *
     * Your own jobs; with `contacts:write` all jobs of the space.
     *
     * `GET /v1/jobs`. Requires the permission `contacts:write`.
     */
    list(args?: Operations['jobs.list']['args'], options?: RequestOptions): Promise<JobList>
    /**
     * Read a job and its progress.
     *
     * `GET /v1/jobs/{id}`. Requires the permission `contacts:write`.
     */
    read(args: Operations['jobs.read']['args'], options?: RequestOptions): Promise<JobResponse>
  }
  /** Change many contacts at once, with progress, a result and an undo. */
  bulk_changes: {
    /**
     * Cancel a bulk change or its undo.
     *
     * It ends after its current step. What it has changed until then stays, and can be undone.
     *
     * `POST /v1/bulk_changes/{id}/cancel`. Requires the permission `contacts:read`.
     */
    cancel(args: Operations['bulk_changes.cancel']['args'], options?: RequestOptions): Promise<BulkChangeResponse>
    /**
     * Change many contacts.
     *
     * Up to 5 000 contacts by id, or up to 200 000 that match a query. The selection is fixed now; a job then changes the contacts, as the caller and with the permissions of the same change of one contact: `contacts:write`, for tags and answers also `contacts:sensitive`, for an action `actions:write`. Each changed contact gets its events and history. Contacts that cannot be changed are listed with the reason.
     *
     * `POST /v1/bulk_changes`. Requires the permission `contacts:read`.
     */
    create(args: Operations['bulk_changes.create']['args'], options?: RequestOptions): Promise<BulkChangeResponse>
    /**
     * List bulk changes, newest first.
     *
     * Your own; with `contacts:write` all of the space. Changes of tags and answers are listed with `contacts:sensitive`, those of answers only if the form is visible to you.
     *
     * `GET /v1/bulk_changes`. Requires the permission `contacts:read`.
     */
    list(args?: Operations['bulk_changes.list']['args'], options?: RequestOptions): Promise<BulkChangeList>
    /**
     * List the contacts of a bulk change by id, each with its outcome.
     *
     * The list is kept for 30 days.
     *
     * `GET /v1/bulk_changes/{id}/contacts`. Requires the permission `contacts:read`.
     */
    listContacts(args: Operations['bulk_changes.listContacts']['args'], options?: RequestOptions): Promise<BulkChangeListContactsResponse>
    /**
     * Read a bulk change, its progress and result.
     *
     * `GET /v1/bulk_changes/{id}`. Requires the permission `contacts:read`.
     */
    read(args: Operations['bulk_changes.read']['args'], options?: RequestOptions): Promise<BulkChangeResponse>
    /**
     * Undo a bulk change.
     *
     * A job restores the contacts that are still as the change left them. A contact that was changed in the same place since is kept and listed. Possible for 30 days.
     *
     * `POST /v1/bulk_changes/{id}/undo`. Requires the permission `contacts:read`.
     */
    undo(args: Operations['bulk_changes.undo']['args'], options?: RequestOptions): Promise<BulkChangeResponse>
  }
  /** Update a contact or create it, for clients that do not know its id. */
  upserts: {
    /**
     * Update the contact that matches, or create one; returns a receipt for the outcome.
     *
     * The contact with this `id`; else with this `mail`; else with this name and `birthdate`, or name and place; else a new one. Only what is sent changes; tags and answers are added to the stored ones. A contact can be sent back as it was read. With an unknown form or value nothing changes.
     *
     * `POST /contacts/upsert`. Requires the permission `contacts:write`.
     */
    create(args: Operations['upserts.create']['args'], options?: RequestOptions): Promise<UpsertCreateResponse>
    /**
     * Read the outcome of an upsert.
     *
     * `GET /contacts/upsert/{receipt}`. Requires the permission `contacts:write`.
     */
    read(args: Operations['upserts.read']['args'], options?: RequestOptions): Promise<UpsertResponse>
  }
  /** The tags of contacts, and tagging many contacts at once. */
  tags: {
    /**
     * Add tags to many contacts, or remove them.
     *
     * Up to 1 000 contacts by id, or all contacts that match a query, in one transaction. If more than 1 000 contacts match, a job does it: see `job_id` and `state`. Also requires `contacts:write`. Restricted contacts are skipped.
     *
     * `POST /v1/tag_changes`. Requires the permission `contacts:sensitive`.
     */
    change(args: Operations['tags.change']['args'], options?: RequestOptions): Promise<TagChangeResponse>
    /**
     * List the tags of the space by name, with the number of contacts of each.
     *
     * With `prefix`, only tags that begin with it; case and accents are ignored.
     *
     * `GET /v1/tags`. Requires the permission `contacts:sensitive`.
     */
    list(args?: Operations['tags.list']['args'], options?: RequestOptions): Promise<TagList>
    /**
     * Read the result of a tag change.
     *
     * `GET /v1/tag_changes/{id}`. Requires the permission `contacts:sensitive`.
     */
    readChange(args: Operations['tags.readChange']['args'], options?: RequestOptions): Promise<TagChangeResponse>
  }
  /** Questions to contacts, and the values to choose from. */
  forms: {
    /**
     * Archive a form; its answers stay.
     *
     * `DELETE /forms/{id}`. Requires the permission `forms:write`.
     */
    archive(args: Operations['forms.archive']['args'], options?: RequestOptions): Promise<FormArchiveResponse>
    /**
     * Create a form.
     *
     * `type` is how the form is answered, `kind` what it is about; neither can change later. A form with choices (radio, select, checkbox) needs at least one value; a form with free input (text, numeric, date) has exactly one value, to which its answers refer.
     *
     * `POST /forms`. Requires the permission `forms:write`.
     */
    create(args: Operations['forms.create']['args'], options?: RequestOptions): Promise<FormResponse>
    /**
     * List the forms of the space.
     *
     * `GET /forms`. Requires the permission `forms:read`.
     */
    list(args?: Operations['forms.list']['args'], options?: RequestOptions): Promise<FormList>
    /**
     * List the forms of kind consent.
     *
     * `GET /forms/consent`. Requires the permission `forms:read`.
     *
     * @deprecated
     */
    listConsent(args?: Operations['forms.listConsent']['args'], options?: RequestOptions): Promise<FormList>
    /**
     * List the forms of kind custom_fields.
     *
     * `GET /forms/custom_fields`. Requires the permission `forms:read`.
     *
     * @deprecated
     */
    listCustomFields(args?: Operations['forms.listCustomFields']['args'], options?: RequestOptions): Promise<FormList>
    /**
     * List the forms of kind level_of_support.
     *
     * `GET /forms/level_of_support`. Requires the permission `forms:read`.
     *
     * @deprecated
     */
    listLevelOfSupport(args?: Operations['forms.listLevelOfSupport']['args'], options?: RequestOptions): Promise<FormList>
    /**
     * List the forms of a kind, without archived ones.
     *
     * `GET /v1/forms/type/{type}`. Requires the permission `forms:read`.
     */
    listOfType(args: Operations['forms.listOfType']['args'], options?: RequestOptions): Promise<FormList>
    /**
     * List the forms of kind presence_status.
     *
     * `GET /forms/presence_status`. Requires the permission `forms:read`.
     *
     * @deprecated
     */
    listPresenceStatus(args?: Operations['forms.listPresenceStatus']['args'], options?: RequestOptions): Promise<FormList>
    /**
     * List the forms of kind survey.
     *
     * `GET /forms/survey`. Requires the permission `forms:read`.
     *
     * @deprecated
     */
    listSurvey(args?: Operations['forms.listSurvey']['args'], options?: RequestOptions): Promise<FormList>
    /**
     * List the forms of kind tasks.
     *
     * `GET /forms/tasks`. Requires the permission `forms:read`.
     *
     * @deprecated
     */
    listTasks(args?: Operations['forms.listTasks']['args'], options?: RequestOptions): Promise<FormList>
    /**
     * Set the order of the forms of a kind.
     *
     * Lists of this kind are in this order from then on. Returns all forms of the kind, with archived ones.
     *
     * `POST /v1/forms/type/{type}/order`. Requires the permission `forms:write`.
     */
    order(args: Operations['forms.order']['args'], options?: RequestOptions): Promise<FormList>
    /**
     * Read a form with its values, also if it is archived.
     *
     * `GET /forms/{id}`. Requires the permission `forms:read`.
     */
    read(args: Operations['forms.read']['args'], options?: RequestOptions): Promise<FormResponse>
    /**
     * Change a form; only the fields in the request change.
     *
     * `refvalues` is the complete list in its order: an entry with an id changes that value, an entry without one adds a value, and values left out are archived. Archived values take no new answers; their existing answers stay. Another `text` of a consent is a new version: consents that were given keep the version to which they agreed.
     *
     * `PATCH /forms/{id}`. Requires the permission `forms:write`.
     */
    update(args: Operations['forms.update']['args'], options?: RequestOptions): Promise<FormResponse>
    /**
     * List the versions of a form, the latest first.
     *
     * Each text that a consent had, and how many answers refer to it. Contacts who agreed to an earlier version are found with `POST /search` and `before_version` beside `form_id`. A form that is not a consent has one version.
     *
     * `GET /v1/forms/{id}/versions`. Requires the permission `forms:read`.
     */
    versions(args: Operations['forms.versions']['args'], options?: RequestOptions): Promise<FormVersionsResponse>
  }
  /** Search and count contacts. */
  search: {
    /**
     * Count the contacts that match a query.
     *
     * `POST /kpi`. Requires the permission `contacts:read`.
     */
    count(args: Operations['search.count']['args'], options?: RequestOptions): Promise<SearchCountResponse>
    /**
     * Search contacts.
     *
     * Texts are compared without case and accents, unless the operator ends in `:strictdata`. Conditions on tags and answers need `contacts:sensitive`, those on memberships and donations `finance:read`.
     *
     * `POST /search`. Requires the permission `contacts:read`.
     */
    search(args: Operations['search.search']['args'], options?: RequestOptions): Promise<SearchResponse>
  }
  /** Saved searches, private or shared with the space. */
  saved_filters: {
    /**
     * Save a filter.
     *
     * `POST /v1/saved_filters`. Requires the permission `contacts:read`.
     */
    create(args: Operations['saved_filters.create']['args'], options?: RequestOptions): Promise<SavedFilterResponse>
    /**
     * List your filters and the shared ones, by name.
     *
     * `GET /v1/saved_filters`. Requires the permission `contacts:read`.
     */
    list(args?: Operations['saved_filters.list']['args'], options?: RequestOptions): Promise<SavedFilterList>
    /**
     * Read a filter.
     *
     * `GET /v1/saved_filters/{id}`. Requires the permission `contacts:read`.
     */
    read(args: Operations['saved_filters.read']['args'], options?: RequestOptions): Promise<SavedFilterResponse>
    /**
     * Delete a filter.
     *
     * `DELETE /v1/saved_filters/{id}`. Requires the permission `contacts:read`.
     */
    remove(args: Operations['saved_filters.remove']['args'], options?: RequestOptions): Promise<SavedFilterRemoveResponse>
    /**
     * Change a filter; only the fields in the request change.
     *
     * `PATCH /v1/saved_filters/{id}`. Requires the permission `contacts:read`.
     */
    update(args: Operations['saved_filters.update']['args'], options?: RequestOptions): Promise<SavedFilterResponse>
  }
  /** One search box for everything. */
  find: {
    /**
     * Find contacts, users, teams, actions and payments by name, address or number.
     *
     * Case and accents are ignored, and one letter may be wrong. At most 20 results, the best of each kind first, of what the caller may see.
     *
     * `GET /v1/find`.
     */
    find(args: Operations['find.find']['args'], options?: RequestOptions): Promise<FindResponse>
  }
  /** Groups of membership prices. */
  membership_price_groups: {
    /**
     * Add a membership price group.
     *
     * `POST /v1/membership_price_groups`. Requires the permission `catalogue:write`.
     */
    create(args: Operations['membership_price_groups.create']['args'], options?: RequestOptions): Promise<MembershipPriceGroupResponse>
    /**
     * List the membership price groups with their prices.
     *
     * `GET /v1/membership_price_groups`. Requires the permission `catalogue:read`.
     */
    list(args?: Operations['membership_price_groups.list']['args'], options?: RequestOptions): Promise<MembershipPriceGroupList>
    /**
     * Read a membership price group.
     *
     * `GET /v1/membership_price_groups/{id}`. Requires the permission `catalogue:read`.
     */
    read(args: Operations['membership_price_groups.read']['args'], options?: RequestOptions): Promise<MembershipPriceGroupResponse>
    /**
     * Delete a membership price group; one in use is hidden instead.
     *
     * `DELETE /v1/membership_price_groups/{id}`. Requires the permission `catalogue:write`.
     */
    remove(args: Operations['membership_price_groups.remove']['args'], options?: RequestOptions): Promise<MembershipPriceGroupRemoveResponse>
    /**
     * Change a membership price group; only the fields in the request change.
     *
     * `PATCH /v1/membership_price_groups/{id}`. Requires the permission `catalogue:write`.
     */
    update(args: Operations['membership_price_groups.update']['args'], options?: RequestOptions): Promise<MembershipPriceGroupResponse>
  }
  /** What a membership costs, and how long it lasts. */
  membership_prices: {
    /**
     * Add a membership price.
     *
     * `POST /v1/membership_prices`. Requires the permission `catalogue:write`.
     */
    create(args: Operations['membership_prices.create']['args'], options?: RequestOptions): Promise<MembershipPriceResponse>
    /**
     * List the membership prices.
     *
     * `GET /v1/membership_prices`. Requires the permission `catalogue:read`.
     */
    list(args?: Operations['membership_prices.list']['args'], options?: RequestOptions): Promise<MembershipPriceList>
    /**
     * Ask for the start and end that a membership would get.
     *
     * For forms, before the payment is recorded: the same rule computes both.
     *
     * `GET /v1/membership_prices/term`. Requires the permission `catalogue:read`.
     */
    previewTerm(args?: Operations['membership_prices.previewTerm']['args'], options?: RequestOptions): Promise<MembershipPricePreviewTermResponse>
    /**
     * Read a membership price.
     *
     * `GET /v1/membership_prices/{id}`. Requires the permission `catalogue:read`.
     */
    read(args: Operations['membership_prices.read']['args'], options?: RequestOptions): Promise<MembershipPriceResponse>
    /**
     * Delete a membership price; one in use is hidden instead.
     *
     * `DELETE /v1/membership_prices/{id}`. Requires the permission `catalogue:write`.
     */
    remove(args: Operations['membership_prices.remove']['args'], options?: RequestOptions): Promise<MembershipPriceRemoveResponse>
    /**
     * Change a membership price; only the fields in the request change.
     *
     * `PATCH /v1/membership_prices/{id}`. Requires the permission `catalogue:write`.
     */
    update(args: Operations['membership_prices.update']['args'], options?: RequestOptions): Promise<MembershipPriceResponse>
  }
  /** Suggested amounts for donations. */
  donation_prices: {
    /**
     * Add a donation price.
     *
     * `POST /v1/donation_prices`. Requires the permission `catalogue:write`.
     */
    create(args: Operations['donation_prices.create']['args'], options?: RequestOptions): Promise<DonationPriceResponse>
    /**
     * List the donation prices.
     *
     * `GET /v1/donation_prices`. Requires the permission `catalogue:read`.
     */
    list(args?: Operations['donation_prices.list']['args'], options?: RequestOptions): Promise<DonationPriceList>
    /**
     * Read a donation price.
     *
     * `GET /v1/donation_prices/{id}`. Requires the permission `catalogue:read`.
     */
    read(args: Operations['donation_prices.read']['args'], options?: RequestOptions): Promise<DonationPriceResponse>
    /**
     * Delete a donation price; one in use is hidden instead.
     *
     * `DELETE /v1/donation_prices/{id}`. Requires the permission `catalogue:write`.
     */
    remove(args: Operations['donation_prices.remove']['args'], options?: RequestOptions): Promise<DonationPriceRemoveResponse>
    /**
     * Change a donation price; only the fields in the request change.
     *
     * `PATCH /v1/donation_prices/{id}`. Requires the permission `catalogue:write`.
     */
    update(args: Operations['donation_prices.update']['args'], options?: RequestOptions): Promise<DonationPriceResponse>
  }
  /** The statuses a payment can have. */
  transaction_statuses: {
    /**
     * Add a transaction status.
     *
     * `POST /v1/transaction_statuses`. Requires the permission `catalogue:write`.
     */
    create(args: Operations['transaction_statuses.create']['args'], options?: RequestOptions): Promise<TransactionStatusResponse>
    /**
     * List the transaction statuses.
     *
     * `GET /v1/transaction_statuses`. Requires the permission `catalogue:read`.
     */
    list(args?: Operations['transaction_statuses.list']['args'], options?: RequestOptions): Promise<TransactionStatusList>
    /**
     * Read a transaction status.
     *
     * `GET /v1/transaction_statuses/{id}`. Requires the permission `catalogue:read`.
     */
    read(args: Operations['transaction_statuses.read']['args'], options?: RequestOptions): Promise<TransactionStatusResponse>
    /**
     * Delete a transaction status; one in use is archived instead.
     *
     * `DELETE /v1/transaction_statuses/{id}`. Requires the permission `catalogue:write`.
     */
    remove(args: Operations['transaction_statuses.remove']['args'], options?: RequestOptions): Promise<TransactionStatusRemoveResponse>
    /**
     * Change a transaction status; only the fields in the request change.
     *
     * `PATCH /v1/transaction_statuses/{id}`. Requires the permission `catalogue:write`.
     */
    update(args: Operations['transaction_statuses.update']['args'], options?: RequestOptions): Promise<TransactionStatusResponse>
  }
  /** How payments are recorded in the space. */
  transaction_settings: {
    /**
     * Read the settings.
     *
     * `GET /v1/transaction_settings`. Requires the permission `catalogue:read`.
     */
    read(args?: Operations['transaction_settings.read']['args'], options?: RequestOptions): Promise<TransactionSettingsResponse>
    /**
     * Change the settings; only the fields in the request change.
     *
     * A serial can be raised, not lowered.
     *
     * `PATCH /v1/transaction_settings`. Requires the permission `finance:settings`.
     */
    update(args: Operations['transaction_settings.update']['args'], options?: RequestOptions): Promise<TransactionSettingsResponse>
  }
  /** What people may pay: caps, cash and who may give. */
  contribution_rules: {
    /**
     * Ask whether a payment would keep the rules, and what is left for its payer.
     *
     * For forms, before the payment is recorded. Nothing is reserved. It is a help and no certificate: it counts what this space has recorded, and what it does not know refuses nothing and is listed in `unknown`.
     *
     * `GET /v1/contribution_rules/check`. Requires the permission `finance:read`.
     */
    check(args: Operations['contribution_rules.check']['args'], options?: RequestOptions): Promise<ContributionRuleCheckResponse>
    /**
     * Read the contribution rules of the space.
     *
     * `GET /v1/contribution_rules`. Requires the permission `catalogue:read`.
     */
    read(args?: Operations['contribution_rules.read']['args'], options?: RequestOptions): Promise<ContributionRuleResponse>
    /**
     * Change the contribution rules; only the fields in the request change.
     *
     * A `preset` sets all limits. Payments that are recorded already stay as they are, whatever the rules become; they count towards the caps.
     *
     * `PATCH /v1/contribution_rules`. Requires the permission `finance:settings`.
     */
    update(args: Operations['contribution_rules.update']['args'], options?: RequestOptions): Promise<ContributionRuleResponse>
  }
  /** Codes that assign payments to campaigns. */
  code_campaigns: {
    /**
     * Add a campaign code.
     *
     * `POST /v1/code_campaigns`. Requires the permission `catalogue:write`.
     */
    create(args: Operations['code_campaigns.create']['args'], options?: RequestOptions): Promise<CodeCampaignResponse>
    /**
     * List the campaign codes.
     *
     * `GET /v1/code_campaigns`. Requires the permission `catalogue:read`.
     */
    list(args?: Operations['code_campaigns.list']['args'], options?: RequestOptions): Promise<CodeCampaignList>
    /**
     * Read a campaign code.
     *
     * `GET /v1/code_campaigns/{id}`. Requires the permission `catalogue:read`.
     */
    read(args: Operations['code_campaigns.read']['args'], options?: RequestOptions): Promise<CodeCampaignResponse>
    /**
     * Delete a campaign code; one in use is hidden instead.
     *
     * `DELETE /v1/code_campaigns/{id}`. Requires the permission `catalogue:write`.
     */
    remove(args: Operations['code_campaigns.remove']['args'], options?: RequestOptions): Promise<CodeCampaignRemoveResponse>
    /**
     * Change a campaign code; only the fields in the request change.
     *
     * `PATCH /v1/code_campaigns/{id}`. Requires the permission `catalogue:write`.
     */
    update(args: Operations['code_campaigns.update']['args'], options?: RequestOptions): Promise<CodeCampaignResponse>
  }
  /** Payments. A bundle has the transactions, memberships and donations of one payment, and a history of every change. */
  transaction_bundles: {
    /**
     * Record a payment with its items, as a bundle.
     *
     * At least one transaction; `amount` and `contact_id` on every item. Everything else has a default.
     *
     * `POST /v1/transaction_bundles`. Requires the permission `finance:write`.
     */
    create(args: Operations['transaction_bundles.create']['args'], options?: RequestOptions): Promise<TransactionBundleCreateResponse>
    /**
     * Download bundles as CSV.
     *
     * The same filters as the list. For French spreadsheets: `language=fr`, `separator=;` and `bom=true`; decimals then have a comma. Amounts are in the units of their currency: sum each currency apart.
     *
     * `GET /v1/transaction_bundles.csv`. Requires the permission `finance:read`.
     */
    export(args?: Operations['transaction_bundles.export']['args'], options?: RequestOptions): Promise<string>
    /**
     * Download bundles as a spreadsheet for Excel or LibreOffice (XLSX).
     *
     * The same filters as the list, and the columns of the CSV with `language`. Days and amounts are values to compute with. Amounts are in the units of their currency: sum each currency apart. More than 1,048,575 lines continue on further sheets.
     *
     * `GET /v1/transaction_bundles.xlsx`. Requires the permission `finance:read`.
     */
    exportSpreadsheet(args?: Operations['transaction_bundles.exportSpreadsheet']['args'], options?: RequestOptions): Promise<Blob>
    /**
     * List bundles, newest first unless sorted otherwise.
     *
     * An update does not change the order by `id`. Use `cursor` for long lists. A page of very large bundles may end before `limit` after a cursor; without a cursor it is refused, with a limit that fits.
     *
     * `GET /v1/transaction_bundles`. Requires the permission `finance:read`.
     */
    list(args?: Operations['transaction_bundles.list']['args'], options?: RequestOptions): Promise<TransactionBundleList>
    /**
     * Read a bundle.
     *
     * `GET /v1/transaction_bundles/{id}`. Requires the permission `finance:read`.
     */
    read(args: Operations['transaction_bundles.read']['args'], options?: RequestOptions): Promise<TransactionBundleResponse>
    /**
     * Read the history of a bundle, oldest entry first.
     *
     * A page with very large states ends before `limit`. Continue with `offset` until `total` is reached.
     *
     * `GET /v1/transaction_bundles/{id}/history`. Requires the permission `finance:read`.
     */
    readHistory(args: Operations['transaction_bundles.readHistory']['args'], options?: RequestOptions): Promise<TransactionBundleReadHistoryResponse>
    /**
     * Delete a bundle. Its history stays readable.
     *
     * `DELETE /v1/transaction_bundles/{id}`. Requires the permission `finance:write`.
     */
    remove(args: Operations['transaction_bundles.remove']['args'], options?: RequestOptions): Promise<TransactionBundleRemoveResponse>
    /**
     * Sum the transactions that match.
     *
     * The same filters as the list. One entry for each currency: `amount` sums the matching transactions before refunds and returns, whatever their status; `collected` is what came in, less what went back on these days.
     *
     * `GET /v1/transaction_bundles/sums`. Requires the permission `finance:read`.
     */
    sum(args?: Operations['transaction_bundles.sum']['args'], options?: RequestOptions): Promise<TransactionBundleSumResponse>
    /**
     * Change items of a bundle, or add items. Items are never removed.
     *
     * Items with an id change, and keep the fields that are not sent. Items without an id are added. Other items stay as they are.
     *
     * `PATCH /v1/transaction_bundles/{id}`. Requires the permission `finance:write`.
     */
    update(args: Operations['transaction_bundles.update']['args'], options?: RequestOptions): Promise<TransactionBundleCreateResponse>
  }
  /** Refunds and returns of the transactions in bundles. */
  transactions: {
    /**
     * Cancel a refund or return that was recorded by mistake.
     *
     * Adds a reversal that takes it back. None is ever deleted.
     *
     * `POST /v1/transactions/{id}/reversals/{reversal_id}/cancellation`. Requires the permission `finance:write`.
     */
    cancelReversal(args: Operations['transactions.cancelReversal']['args'], options?: RequestOptions): Promise<TransactionRefundResponse>
    /**
     * List the refunds and returns of a transaction, oldest first.
     *
     * `GET /v1/transactions/{id}/reversals`. Requires the permission `finance:read`.
     */
    readReversals(args: Operations['transactions.readReversals']['args'], options?: RequestOptions): Promise<TransactionReadReversalsResponse>
    /**
     * Record that money of a transaction was paid back.
     *
     * Added to `reimbursed_amount`. Its date must be in an open period; the period of the payment may be closed.
     *
     * `POST /v1/transactions/{id}/refunds`. Requires the permission `finance:write`.
     */
    refund(args: Operations['transactions.refund']['args'], options?: RequestOptions): Promise<TransactionRefundResponse>
    /**
     * Record that the bank took money of a transaction back.
     *
     * Such as a direct debit that was refused, or a cheque that bounced. Added to `unpaid_amount`. Its date must be in an open period; the period of the payment may be closed.
     *
     * `POST /v1/transactions/{id}/returns`. Requires the permission `finance:write`.
     */
    return(args: Operations['transactions.return']['args'], options?: RequestOptions): Promise<TransactionRefundResponse>
  }
  /** Payments that are counted and deposited at the bank together. */
  transaction_batches: {
    /**
     * Add transactions to an open batch, all of them or none.
     *
     * `POST /v1/transaction_batches/{id}/transactions`. Requires the permission `finance:write`.
     */
    addTransactions(args: Operations['transaction_batches.addTransactions']['args'], options?: RequestOptions): Promise<TransactionBatchResponse>
    /**
     * Close a batch. Its count and amount must be as expected.
     *
     * `POST /v1/transaction_batches/{id}/close`. Requires the permission `finance:write`.
     */
    close(args: Operations['transaction_batches.close']['args'], options?: RequestOptions): Promise<TransactionBatchResponse>
    /**
     * Open a batch; it takes the next number.
     *
     * `POST /v1/transaction_batches`. Requires the permission `finance:write`.
     */
    create(args: Operations['transaction_batches.create']['args'], options?: RequestOptions): Promise<TransactionBatchResponse>
    /**
     * Mark a closed batch as deposited at the bank.
     *
     * `POST /v1/transaction_batches/{id}/deposit`. Requires the permission `finance:write`.
     */
    deposit(args: Operations['transaction_batches.deposit']['args'], options?: RequestOptions): Promise<TransactionBatchResponse>
    /**
     * Download the deposit slip of a batch, to print.
     *
     * Who paid what, their number and sum, the account, and a place to sign.
     *
     * `GET /v1/transaction_batches/{id}/deposit_slip.pdf`. Requires the permission `finance:read`.
     */
    depositSlip(args: Operations['transaction_batches.depositSlip']['args'], options?: RequestOptions): Promise<Blob>
    /**
     * List batches, newest first unless sorted otherwise.
     *
     * `GET /v1/transaction_batches`. Requires the permission `finance:read`.
     */
    list(args?: Operations['transaction_batches.list']['args'], options?: RequestOptions): Promise<TransactionBatchList>
    /**
     * Read a batch.
     *
     * `GET /v1/transaction_batches/{id}`. Requires the permission `finance:read`.
     */
    read(args: Operations['transaction_batches.read']['args'], options?: RequestOptions): Promise<TransactionBatchResponse>
    /**
     * Remove a transaction from an open batch.
     *
     * `DELETE /v1/transaction_batches/{id}/transactions/{transaction_id}`. Requires the permission `finance:write`.
     */
    removeTransaction(args: Operations['transaction_batches.removeTransaction']['args'], options?: RequestOptions): Promise<TransactionBatchResponse>
    /**
     * Reopen a closed or deposited batch.
     *
     * `POST /v1/transaction_batches/{id}/reopen`. Requires the permission `finance:write`.
     */
    reopen(args: Operations['transaction_batches.reopen']['args'], options?: RequestOptions): Promise<TransactionBatchResponse>
    /**
     * Sum the transactions in the batches that match.
     *
     * The same filter as the list. One sum for each currency.
     *
     * `GET /v1/transaction_batches/sums`. Requires the permission `finance:read`.
     */
    sum(args?: Operations['transaction_batches.sum']['args'], options?: RequestOptions): Promise<TransactionBatchSumResponse>
    /**
     * Change the name of an open batch, or its expected count and amount.
     *
     * `PATCH /v1/transaction_batches/{id}`. Requires the permission `finance:write`.
     */
    update(args: Operations['transaction_batches.update']['args'], options?: RequestOptions): Promise<TransactionBatchResponse>
  }
  /** What is checked when a payment is written. */
  payment_checks: {
    /**
     * Read what each check does.
     *
     * `warn`: the payment is recorded, the response has `warnings`, and they wait in `/v1/payment_warnings`. `refuse`: the payment is refused (422). `off`: nothing is checked.
     *
     * `GET /v1/payment_checks`. Requires the permission `catalogue:read`.
     */
    read(args?: Operations['payment_checks.read']['args'], options?: RequestOptions): Promise<PaymentCheckResponse>
    /**
     * Change what checks do; only the fields in the request change.
     *
     * Payments that are recorded already are checked when they change.
     *
     * `PATCH /v1/payment_checks`. Requires the permission `finance:settings`.
     */
    update(args: Operations['payment_checks.update']['args'], options?: RequestOptions): Promise<PaymentCheckResponse>
  }
  /** Saved filters of the list of payments. */
  payment_views: {
    /**
     * Save a view of payments.
     *
     * `POST /v1/payment_views`. Requires the permission `finance:read`.
     */
    create(args: Operations['payment_views.create']['args'], options?: RequestOptions): Promise<PaymentViewCreateResponse>
    /**
     * List your own views of payments and the shared ones, by name.
     *
     * `GET /v1/payment_views`. Requires the permission `finance:read`.
     */
    list(args?: Operations['payment_views.list']['args'], options?: RequestOptions): Promise<PaymentViewList>
    /**
     * Delete a view of payments.
     *
     * `DELETE /v1/payment_views/{id}`. Requires the permission `finance:read`.
     */
    remove(args: Operations['payment_views.remove']['args'], options?: RequestOptions): Promise<PaymentViewRemoveResponse>
    /**
     * Change a view of payments; only the fields in the request change.
     *
     * `PATCH /v1/payment_views/{id}`. Requires the permission `finance:read`.
     */
    update(args: Operations['payment_views.update']['args'], options?: RequestOptions): Promise<PaymentViewCreateResponse>
  }
  /** What checks found in payments, until it is settled or its cause is gone. */
  payment_warnings: {
    /**
     * List warnings, newest first.
     *
     * The queue of payments to look at: `state=open`. A warning disappears with its cause, and a settled one does not come back for the same cause. Warnings of checks that are off do not show.
     *
     * `GET /v1/payment_warnings`. Requires the permission `finance:read`.
     */
    list(args?: Operations['payment_warnings.list']['args'], options?: RequestOptions): Promise<PaymentWarningList>
    /**
     * Settle a warning: the payment is right as it is.
     *
     * `POST /v1/payment_warnings/{id}/settle`. Requires the permission `finance:write`.
     */
    settle(args: Operations['payment_warnings.settle']['args'], options?: RequestOptions): Promise<PaymentWarningSettleResponse>
  }
  /** Payments as entries of double-entry bookkeeping. They are provisional until they are validated, and then never change. */
  ledger: {
    /**
     * Read the sums of each account.
     *
     * Opening entries count on the first day of the span only. Without `from` it begins with the opening balances by hand, or with the first entry.
     *
     * `GET /v1/ledger/balances`. Requires the permission `finance:read`.
     */
    balances(args?: Operations['ledger.balances']['args'], options?: RequestOptions): Promise<LedgerBalancesResponse>
    /**
     * Download entries with the columns of the French FEC.
     *
     * From `from` to `to`, both days included, in the order of days. Provisional entries are included, without a number and a date of validation. Amounts are in the currency that `Idevise` names. For the tax file itself see `GET /v1/ledger/fec`.
     *
     * `GET /v1/ledger.csv`. Requires the permission `finance:read`.
     */
    export(args?: Operations['ledger.export']['args'], options?: RequestOptions): Promise<string>
    /**
     * Download the French tax file of an accounting year (FEC).
     *
     * Named `<SIREN>FEC<YYYYMMDD>.txt` after the last day of the year. Validated entries only, in the order of validation: the file of a closed year stays the same to the byte. Refused until the ledger is validated to the end of the year, and where the SIREN is missing or an entry is not in euros.
     *
     * `GET /v1/ledger/fec`. Requires the permission `finance:read`.
     */
    fec(args: Operations['ledger.fec']['args'], options?: RequestOptions): Promise<string>
    /**
     * Download the description that accompanies the French tax file.
     *
     * With the parameters of the file that it describes.
     *
     * `GET /v1/ledger/fec/notice`. Requires the permission `finance:read`.
     */
    fecNotice(args: Operations['ledger.fecNotice']['args'], options?: RequestOptions): Promise<string>
    /**
     * List entries, oldest first unless sorted otherwise.
     *
     * Memberships and donations are booked with the first money that came in, payments, refunds and returns each on their own day. Pending, unpaid and cancelled payments have no entries. Each accounting year opens with what the accounts had at the end of the year before.
     *
     * `GET /v1/ledger`. Requires the permission `finance:read`.
     */
    list(args?: Operations['ledger.list']['args'], options?: RequestOptions): Promise<LedgerList>
    /**
     * Read the accounts and the other settings of the ledger.
     *
     * `GET /v1/ledger/settings`. Requires the permission `finance:read`.
     */
    readSettings(args?: Operations['ledger.readSettings']['args'], options?: RequestOptions): Promise<LedgerReadSettingsResponse>
    /**
     * Set the opening balances of the accounting year with which the books begin.
     *
     * Replaces those of the year, as long as its first day is not validated. Each is booked against the account for opening balances. Later years open by themselves with what accounts hold: those of a second year are refused, except an empty list.
     *
     * `POST /v1/ledger/opening_balances`. Requires the permission `finance:settings`.
     */
    replaceOpeningBalances(args: Operations['ledger.replaceOpeningBalances']['args'], options?: RequestOptions): Promise<LedgerReplaceOpeningBalancesResponse>
    /**
     * Sum the entries that match.
     *
     * The same filters as the list. One sum for each currency.
     *
     * `GET /v1/ledger/sums`. Requires the permission `finance:read`.
     */
    sum(args?: Operations['ledger.sum']['args'], options?: RequestOptions): Promise<LedgerSumResponse>
    /**
     * Change the settings of the ledger; only the fields in the request change.
     *
     * Provisional entries get the new accounts. Validated ones keep theirs. A map that is sent replaces the whole map.
     *
     * `PATCH /v1/ledger/settings`. Requires the permission `finance:settings`.
     */
    updateSettings(args: Operations['ledger.updateSettings']['args'], options?: RequestOptions): Promise<LedgerReadSettingsResponse>
    /**
     * Validate all entries up to a day.
     *
     * Each gets its permanent number, and keeps its accounts and names. What happens to a payment of these days afterwards is booked later. Closing a period in the settings of payments does the same, and so does any other change of periods for all that are closed.
     *
     * `POST /v1/ledger/validate`. Requires the permission `finance:settings`.
     */
    validate(args: Operations['ledger.validate']['args'], options?: RequestOptions): Promise<LedgerValidateResponse>
  }
  /** Accounts at banks, whose statements are matched with payments. */
  bank_accounts: {
    /**
     * Add a bank account.
     *
     * From then on, payments that would be booked to its account in the ledger are booked to the account for money in transit, and reach the bank account with the bank line that they are matched to.
     *
     * `POST /v1/bank_accounts`. Requires the permission `finance:settings`.
     */
    create(args: Operations['bank_accounts.create']['args'], options?: RequestOptions): Promise<BankAccountResponse>
    /**
     * Delete a bank account without statements.
     *
     * One with statements can be archived.
     *
     * `DELETE /v1/bank_accounts/{id}`. Requires the permission `finance:settings`.
     */
    delete(args: Operations['bank_accounts.delete']['args'], options?: RequestOptions): Promise<BankAccountDeleteResponse>
    /**
     * List bank accounts with their balances.
     *
     * `GET /v1/bank_accounts`. Requires the permission `finance:read`.
     */
    list(args?: Operations['bank_accounts.list']['args'], options?: RequestOptions): Promise<BankAccountList>
    /**
     * Read a bank account.
     *
     * `GET /v1/bank_accounts/{id}`. Requires the permission `finance:read`.
     */
    read(args: Operations['bank_accounts.read']['args'], options?: RequestOptions): Promise<BankAccountResponse>
    /**
     * Change a bank account.
     *
     * Its account in the ledger can change as long as none of its lines is matched.
     *
     * `PATCH /v1/bank_accounts/{id}`. Requires the permission `finance:settings`.
     */
    update(args: Operations['bank_accounts.update']['args'], options?: RequestOptions): Promise<BankAccountResponse>
  }
  /** Files from banks. Their lines are matched with payments. */
  bank_statements: {
    /**
     * Delete a statement that was imported by mistake, with its lines.
     *
     * Refused if one of them is matched or ignored, or if a later statement continues it.
     *
     * `DELETE /v1/bank_statements/{id}`. Requires the permission `finance:write`.
     */
    delete(args: Operations['bank_statements.delete']['args'], options?: RequestOptions): Promise<BankStatementDeleteResponse>
    /**
     * List statements, newest first.
     *
     * `GET /v1/bank_statements`. Requires the permission `finance:read`.
     */
    list(args?: Operations['bank_statements.list']['args'], options?: RequestOptions): Promise<BankStatementList>
    /**
     * Look at a file of a bank before it is imported.
     *
     * The file itself is the body, up to 20 MB: camt.053, camt.054, MT940, OFX or CSV, or a zip archive of such files. Any `Content-Type` is accepted. Nothing is stored. For a CSV file, the response has its columns, the bank that it seems to be of, and a proposal for what the columns mean.
     *
     * `POST /v1/bank_statements/preview`. Requires the permission `finance:write`.
     */
    preview(args: Operations['bank_statements.preview']['args'], options?: RequestOptions): Promise<BankStatementPreviewResponse>
    /**
     * Read a statement.
     *
     * `GET /v1/bank_statements/{id}`. Requires the permission `finance:read`.
     */
    read(args: Operations['bank_statements.read']['args'], options?: RequestOptions): Promise<BankStatementResponse>
    /**
     * Import a file of a bank.
     *
     * The file itself is the body, up to 20 MB: camt.053, camt.054, MT940, OFX or CSV, or a zip archive of such files. Any `Content-Type` is accepted. All of it is imported, or nothing. Lines that are known from an earlier file are not added again. Opening balance and lines must give the closing balance, and the statement must continue those that were imported before.
     *
     * `POST /v1/bank_statements`. Requires the permission `finance:write`.
     */
    upload(args: Operations['bank_statements.upload']['args'], options?: RequestOptions): Promise<BankStatementUploadResponse>
  }
  /** Lines of bank statements, and the payments that they are. */
  bank_lines: {
    /**
     * Accept the certain proposals of a bank account, at most 1000 at once.
     *
     * `POST /v1/bank_lines/accept_certain`. Requires the permission `finance:write`.
     */
    acceptCertain(args: Operations['bank_lines.acceptCertain']['args'], options?: RequestOptions): Promise<BankLineAcceptCertainResponse>
    /**
     * Ignore an open line, for a reason.
     *
     * `POST /v1/bank_lines/{id}/ignore`. Requires the permission `finance:write`.
     */
    ignore(args: Operations['bank_lines.ignore']['args'], options?: RequestOptions): Promise<BankLineResponse>
    /**
     * List lines, newest first.
     *
     * Open ones with proposals of what they may be.
     *
     * `GET /v1/bank_lines`. Requires the permission `finance:read`.
     */
    list(args?: Operations['bank_lines.list']['args'], options?: RequestOptions): Promise<BankLineList>
    /**
     * Say what an open line is.
     *
     * The amounts must sum up to the line. A pending payment is marked as received, and a return is recorded, in the same step.
     *
     * `POST /v1/bank_lines/{id}/match`. Requires the permission `finance:write`.
     */
    match(args: Operations['bank_lines.match']['args'], options?: RequestOptions): Promise<BankLineResponse>
    /**
     * Record a payment from an open line, and match it.
     *
     * `POST /v1/bank_lines/{id}/payment`. Requires the permission `finance:write`.
     */
    pay(args: Operations['bank_lines.pay']['args'], options?: RequestOptions): Promise<BankLineResponse>
    /**
     * Read a line.
     *
     * `GET /v1/bank_lines/{id}`. Requires the permission `finance:read`.
     */
    read(args: Operations['bank_lines.read']['args'], options?: RequestOptions): Promise<BankLineResponse>
    /**
     * Open lines again, and take back what matching them did.
     *
     * All of them or none. Payments that were recorded from a line are deleted, returns are cancelled, and statuses become what they were. A payment that was changed since is not deleted: the call is refused, unless `keep_payments` is sent.
     *
     * `POST /v1/bank_lines/undo`. Requires the permission `finance:write`.
     */
    undo(args: Operations['bank_lines.undo']['args'], options?: RequestOptions): Promise<BankLineUndoResponse>
  }
  /** What bank lines with certain texts are. */
  bank_rules: {
    /**
     * Add a rule, after all others.
     *
     * `POST /v1/bank_rules`. Requires the permission `finance:settings`.
     */
    create(args: Operations['bank_rules.create']['args'], options?: RequestOptions): Promise<BankRuleResponse>
    /**
     * Delete a rule.
     *
     * `DELETE /v1/bank_rules/{id}`. Requires the permission `finance:settings`.
     */
    delete(args: Operations['bank_rules.delete']['args'], options?: RequestOptions): Promise<BankRuleDeleteResponse>
    /**
     * List rules, in the order in which they are tried.
     *
     * `GET /v1/bank_rules`. Requires the permission `finance:read`.
     */
    list(args?: Operations['bank_rules.list']['args'], options?: RequestOptions): Promise<BankRuleList>
    /**
     * Read a rule.
     *
     * `GET /v1/bank_rules/{id}`. Requires the permission `finance:read`.
     */
    read(args: Operations['bank_rules.read']['args'], options?: RequestOptions): Promise<BankRuleResponse>
    /**
     * Change a rule.
     *
     * `PATCH /v1/bank_rules/{id}`. Requires the permission `finance:settings`.
     */
    update(args: Operations['bank_rules.update']['args'], options?: RequestOptions): Promise<BankRuleResponse>
  }
  /** What the bank and the ledger have at the end of each month. */
  bank_months: {
    /**
     * Close a month of a bank account.
     *
     * No line up to its end may be open. Its lines cannot change until it is opened again.
     *
     * `POST /v1/bank_months/close`. Requires the permission `finance:write`.
     */
    close(args: Operations['bank_months.close']['args'], options?: RequestOptions): Promise<BankMonthCloseResponse>
    /**
     * List the months of a bank account, newest first.
     *
     * `GET /v1/bank_months`. Requires the permission `finance:read`.
     */
    list(args: Operations['bank_months.list']['args'], options?: RequestOptions): Promise<BankMonthList>
    /**
     * Open a closed month of a bank account again, with those after it.
     *
     * `POST /v1/bank_months/open`. Requires the permission `finance:settings`.
     */
    open(args: Operations['bank_months.open']['args'], options?: RequestOptions): Promise<BankMonthCloseResponse>
    /**
     * Download the reconciliation statement of a month, to print.
     *
     * The balances of bank and ledger with what explains their difference, the movements by account, open and ignored lines, and places to sign.
     *
     * `GET /v1/bank_months/statement.pdf`. Requires the permission `finance:read`.
     */
    statement(args: Operations['bank_months.statement']['args'], options?: RequestOptions): Promise<Blob>
  }
  /** Payments whose money no bank line has brought yet. */
  waiting_payments: {
    /**
     * List payments that wait for the bank, newest first.
     *
     * `GET /v1/waiting_payments`. Requires the permission `finance:read`.
     */
    list(args?: Operations['waiting_payments.list']['args'], options?: RequestOptions): Promise<WaitingPaymentList>
  }
  /** Sums for charts and reports. */
  statistics: {
    /**
     * Sum up payments by month and currency, by payment method, campaign and status.
     *
     * The last twelve months, unless `from` or `to` is sent. Days and months are those of the time zone of the space. Sums never mix currencies.
     *
     * `GET /v1/statistics/money`. Requires the permission `finance:read`.
     */
    read(args?: Operations['statistics.read']['args'], options?: RequestOptions): Promise<StatisticsResponse>
  }
  /** Field actions, such as canvassing: people, areas and addresses. */
  actions: {
    /**
     * Archive an action. It can still be read, but not changed.
     *
     * `DELETE /actions/{id}`. Requires the permission `actions:write`.
     */
    archive(args: Operations['actions.archive']['args'], options?: RequestOptions): Promise<ActionArchiveResponse>
    /**
     * Create an action.
     *
     * `POST /actions`. Requires the permission `actions:write`.
     */
    create(args: Operations['actions.create']['args'], options?: RequestOptions): Promise<ActionResponse>
    /**
     * Copy an action, without its visits.
     *
     * `POST /actions/{id}/duplicate`. Requires the permission `actions:write`.
     */
    duplicate(args: Operations['actions.duplicate']['args'], options?: RequestOptions): Promise<ActionResponse>
    /**
     * List the actions the caller can see, newest first, with their counts.
     *
     * With `from` and `to`, actions that overlap this span. Archived actions are listed only with `archived=true`.
     *
     * `GET /actions`. Requires the permission `actions:read`.
     */
    list(args?: Operations['actions.list']['args'], options?: RequestOptions): Promise<ActionList>
    /**
     * Read an action.
     *
     * Without counts, which change with every visit. They are in the list and in the statistics of the action.
     *
     * `GET /actions/{id}`. Requires the permission `actions:read`.
     */
    read(args: Operations['actions.read']['args'], options?: RequestOptions): Promise<ActionResponse>
    /**
     * Restore an archived action.
     *
     * `POST /actions/{id}/restore`. Requires the permission `actions:write`.
     */
    restore(args: Operations['actions.restore']['args'], options?: RequestOptions): Promise<ActionResponse>
    /**
     * Change an action; only the fields in the request change.
     *
     * `PATCH /actions/{id}`. Requires the permission `actions:write`.
     */
    update(args: Operations['actions.update']['args'], options?: RequestOptions): Promise<ActionResponse>
  }
  /** The doors on the list of an action. */
  action_addresses: {
    /**
     * Add addresses to an action.
     *
     * An address that the action already has is not added again.
     *
     * `POST /actions/{id}/addresses`. Requires the permission `actions:write`.
     */
    add(args: Operations['action_addresses.add']['args'], options?: RequestOptions): Promise<ActionAddressAddResponse>
    /**
     * Add the addresses of the contacts that match the action.
     *
     * The polygons, filters, polling stations and address lists of the action decide. Contacts who opted out are never included. One request checks ten thousand contacts; if there are more, continue with `next_cursor`.
     *
     * `POST /actions/{id}/addresses/from_contacts`. Requires the permission `actions:write`.
     */
    addFromContacts(args: Operations['action_addresses.addFromContacts']['args'], options?: RequestOptions): Promise<ActionAddressAddFromContactsResponse>
    /**
     * List the addresses of an action by street, each with the result of its last visit.
     *
     * `GET /actions/{id}/addresses`. Requires the permission `actions:read`.
     */
    list(args: Operations['action_addresses.list']['args'], options?: RequestOptions): Promise<ActionAddressList>
    /**
     * Remove an address from an action.
     *
     * `DELETE /actions/{id}/addresses/{address_id}`. Requires the permission `actions:write`.
     */
    remove(args: Operations['action_addresses.remove']['args'], options?: RequestOptions): Promise<ActionAddressRemoveResponse>
    /**
     * Remove addresses from an action, all of them or none.
     *
     * `POST /actions/{id}/addresses/remove`. Requires the permission `actions:write`.
     */
    removeMany(args: Operations['action_addresses.removeMany']['args'], options?: RequestOptions): Promise<ActionAddressRemoveManyResponse>
  }
  /** The contacts of an action. */
  action_contacts: {
    /**
     * List the contacts of an action: name, telephone and address.
     *
     * For users in the action, directly or through a team, and for users who see all contacts.
     *
     * `GET /actions/{id}/contacts`. Requires the permission `contacts:read`.
     */
    list(args: Operations['action_contacts.list']['args'], options?: RequestOptions): Promise<ActionContactList>
  }
  /** Visits at the addresses of an action, and their results. */
  visits: {
    /**
     * Correct a visit. The previous values stay in its history.
     *
     * For the user who recorded it, and with actions:write.
     *
     * `PATCH /actions/{id}/visits/{visit_id}`. Requires the permission `actions:write`.
     */
    correct(args: Operations['visits.correct']['args'], options?: RequestOptions): Promise<VisitResponse>
    /**
     * List visits of an action, newest first.
     *
     * Users in the action see all visits, others their own.
     *
     * `GET /actions/{id}/visits`. Requires the permission `actions:read`.
     */
    list(args: Operations['visits.list']['args'], options?: RequestOptions): Promise<VisitList>
    /**
     * Read a visit.
     *
     * `GET /actions/{id}/visits/{visit_id}`. Requires the permission `actions:read`.
     */
    read(args: Operations['visits.read']['args'], options?: RequestOptions): Promise<VisitResponse>
    /**
     * Read the corrections of a visit.
     *
     * `GET /actions/{id}/visits/{visit_id}/history`. Requires the permission `actions:read`.
     */
    readHistory(args: Operations['visits.readHistory']['args'], options?: RequestOptions): Promise<VisitReadHistoryResponse>
    /**
     * Record a visit, or several, all of them or none.
     *
     * For every member who can see the action. A visit whose key exists in the action is returned as it is, and not recorded again.
     *
     * `POST /actions/{id}/visits`. Requires the permission `actions:write`.
     */
    record(args: Operations['visits.record']['args'], options?: RequestOptions): Promise<VisitRecordResponse>
    /**
     * Withdraw a visit, which then does not count. It stays in its history.
     *
     * `DELETE /actions/{id}/visits/{visit_id}`. Requires the permission `actions:write`.
     */
    withdraw(args: Operations['visits.withdraw']['args'], options?: RequestOptions): Promise<VisitWithdrawResponse>
  }
  /** Totals of visits that were counted on paper. */
  declared_visits: {
    /**
     * Declare a number of visits.
     *
     * For every member who can see the action. A total with a key that exists in the action is not counted again.
     *
     * `POST /actions/{id}/declared_visits`. Requires the permission `actions:write`.
     */
    declare(args: Operations['declared_visits.declare']['args'], options?: RequestOptions): Promise<DeclaredVisitDeclareResponse>
    /**
     * List the declared totals of an action, newest first.
     *
     * `GET /actions/{id}/declared_visits`. Requires the permission `actions:read`.
     */
    list(args: Operations['declared_visits.list']['args'], options?: RequestOptions): Promise<DeclaredVisitList>
    /**
     * Withdraw a total, which then does not count.
     *
     * `DELETE /actions/{id}/declared_visits/{declared_id}`. Requires the permission `actions:write`.
     */
    withdraw(args: Operations['declared_visits.withdraw']['args'], options?: RequestOptions): Promise<DeclaredVisitWithdrawResponse>
  }
  /** Visits of an action, counted. */
  action_statistics: {
    /**
     * Count the visits of an action by day, team, person, street and result.
     *
     * Of all visits, or of those between `from` and `to`.
     *
     * `GET /actions/{id}/statistics`. Requires the permission `actions:read`.
     */
    read(args: Operations['action_statistics.read']['args'], options?: RequestOptions): Promise<ActionStatisticsResponse>
  }
  /** Visits of all actions, counted by week. */
  visit_weeks: {
    /**
     * Count visits and people met by week, oldest first.
     *
     * Of every action with `actions:read`, else of the actions that the caller is in. Weeks begin on Monday in the time zone of the space.
     *
     * `GET /v1/visit_weeks`. Requires the permission `actions:read`.
     */
    list(args?: Operations['visit_weeks.list']['args'], options?: RequestOptions): Promise<VisitWeekList>
  }
  /** The map with streets on which a space sees its doors. */
  map: {
    /**
     * Read the contents of the map.
     *
     * Answers `Range` with one part, as readers of PMTiles need it, and several ranges with the whole file. The contents of a version never change, so browsers keep them.
     *
     * `GET /v1/map/file`.
     */
    download(args: Operations['map.download']['args'], options?: RequestOptions): Promise<Blob>
    /**
     * Read which map the space has.
     *
     * Its own, or the one of this server, or none.
     *
     * `GET /v1/map`.
     */
    read(args?: Operations['map.read']['args'], options?: RequestOptions): Promise<MapResponse>
    /**
     * Delete the map that the space has uploaded.
     *
     * `DELETE /v1/map`. Requires the permission `space:manage`.
     */
    remove(args?: Operations['map.remove']['args'], options?: RequestOptions): Promise<MapRemoveResponse>
    /**
     * Upload a map for the space, in place of the one before.
     *
     * The file itself is the body: a map in the format PMTiles 3 with vector tiles, in the layers of Protomaps or OpenMapTiles, up to 300 MB unless the operator has set another limit. It counts as a file of the space. The map before is used until the new one is complete.
     *
     * `POST /v1/map`. Requires the permission `space:manage`.
     */
    upload(args: Operations['map.upload']['args'], options?: RequestOptions): Promise<MapResponse>
  }
  /** The service itself. */
  system: {
    /**
     * Check whether the service is available.
     *
     * Answers 503 while Muster starts or stops, and while the database is unreachable; with the code `degraded` while it can be read and not written, such as on a full disk.
     *
     * `GET /health`. Works without a token.
     */
    checkHealth(args?: Operations['system.checkHealth']['args'], options?: RequestOptions): Promise<SystemCheckHealthResponse>
    /**
     * Check whether the process answers.
     *
     * For supervisors that restart a process. It says nothing about the database: use `/health` to route requests.
     *
     * `GET /health/live`. Works without a token.
     */
    checkLiveness(args?: Operations['system.checkLiveness']['args'], options?: RequestOptions): Promise<SystemCheckLivenessResponse>
    /**
     * The API as an OpenAPI 3.1 document.
     *
     * `GET /openapi.json`. Works without a token.
     */
    readOpenapi(args?: Operations['system.readOpenapi']['args'], options?: RequestOptions): Promise<SystemReadOpenapiResponse>
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
  'audit.export': [
    'GET',
    '/v1/audit.csv',
    'user_id',
    'kind',
    'subject',
    'subject_id',
    'changes_only',
    'from',
    'to',
    'separator',
  ],
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
    'changes_only',
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
  'members.disconnect': ['DELETE', '/v1/members/{user_id}/identity_providers'],
  'members.list': ['GET', '/v1/members', 'limit', 'offset'],
  'membership_price_groups.create': ['POST', '/v1/membership_price_groups'],
  'membership_price_groups.list': ['GET', '/v1/membership_price_groups', 'limit', 'offset'],
  'membership_price_groups.read': ['GET', '/v1/membership_price_groups/{id}'],
  'membership_price_groups.remove': ['DELETE', '/v1/membership_price_groups/{id}'],
  'membership_price_groups.update': ['PATCH', '/v1/membership_price_groups/{id}'],
  'membership_prices.create': ['POST', '/v1/membership_prices'],
  'membership_prices.list': ['GET', '/v1/membership_prices', 'limit', 'offset'],
  'membership_prices.previewTerm': [
    'GET',
    '/v1/membership_prices/term',
    'membership_price_id',
    'date',
    'start_date',
    'end_date',
  ],
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
  'spaces.readLogo': ['GET', '/spaces/{id}/logo'],
  'spaces.removeLogo': ['DELETE', '/spaces/{id}/logo'],
  'spaces.update': ['PATCH', '/spaces/{id}'],
  'spaces.uploadLogo': ['POST', '/spaces/{id}/logo'],
  'statistics.read': ['GET', '/v1/statistics/money', 'from', 'to'],
  'suspensions.create': ['POST', '/v1/suspensions'],
  'suspensions.end': ['DELETE', '/v1/suspensions/{user_id}'],
  'suspensions.list': ['GET', '/v1/suspensions', 'limit', 'offset'],
  'system.checkHealth': ['GET', '/health'],
  'system.checkLiveness': ['GET', '/health/live'],
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
  'transaction_batches.list': [
    'GET',
    '/v1/transaction_batches',
    'limit',
    'offset',
    'sort',
    'cursor',
    'state',
    'transaction_bundle_id',
  ],
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
  'visits.list': [
    'GET',
    '/actions/{id}/visits',
    'from',
    'to',
    'result',
    'recorded_by',
    'address_id',
    'withdrawn',
    'cursor',
    'limit',
  ],
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

/** The content type of operations that take a file. */
export const uploads: Partial<Record<keyof Operations, string>> = {
  'bank_statements.preview': 'application/octet-stream',
  'bank_statements.upload': 'application/octet-stream',
  'files.upload': 'application/octet-stream',
  'imports.upload': 'text/csv',
  'map.upload': 'application/vnd.pmtiles',
  'spaces.uploadLogo': 'application/octet-stream',
}

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
