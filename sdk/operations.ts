// Written by `npm run generate` from docs/openapi.json. Do not edit.

export type Action = {
  id: number
  group_id: number
  CreatedAt: string
  UpdatedAt: string
  archived_at: string | null
  name: string
  pitch: string
  link: string
  goal: number
  goal_forms: number
  start: string | null
  end: string | null
  reminder_id: string
  gotv_voted_tag: string
  gotv_not_voted_tag: string
  gotv_abstention_tag: string
  public: boolean
  registration_link: string
  aggreg_without_location: boolean
  fields: string
  polygon: string
  filter: string
  advanced_search: string
  not_polygon: string
  polling_station_included: string
  polling_station_excluded: string
  address_included: string
  address_excluded: string
  polling_station_included_missing: boolean
  polling_station_excluded_missing: boolean
  address_included_missing: boolean
  address_excluded_missing: boolean
  excluded_nevada: boolean
  facts: {}[]
  Users: ActionUser[]
  Teams: ActionTeam[]
  Forms: ActionForm[]
  Addresses: ActionAddress[]
  created_by: number
  created_by_detail: {
    first_name: string
    last_name: string
    status: 'active' | 'inactive'
    phone: string
    email: string
    avator: string
  }
}

export type ActionAddress = {
  id: number
  housenumber: number
  postalcode: number
  citycode: number
  floor: number
  street: string
  city: string
  state: string
  country: string
  addition: string
  infos: string
  building: string
  door: string
  pollingstation: string
  house_number: string
  postal_code: string
  city_code: string
  floor_name: string
  latitude: string
  longitude: string
}

export type ActionAggregate = {
  Action: Action
  NbAddresses: number
  NbVisites: number
  NbContacts: number
  NbVisitesDeclared: number
}

export type ActionContact = {
  id: number
  firstname: string
  surname: string
  mobile: string
  phone: string
  black_list: boolean
  address: {
    house_number: string
    street: string
    postal_code: string
    city: string
    country: string
    addition: string
    building: string
    floor: string
    door: string
    latitude: string
    longitude: string
  } | null
  address_id: number | null
  last_visit: {
    date: string
    result: 'talked' | 'refused' | 'come_back' | 'signed' | 'voted' | 'not_voted' | 'abstention' | 'other' | 'absent' | 'moved' | 'no_access' | 'leaflet' | 'wrong_address' | 'deceased'
  } | null
}

export type ActionForm = {
  id: number
  label: string
  type: string
  kind: string
  refvalues: {
    id: number
    form_id: number
    label: string
    value: string
  }[]
}

export type ActionTeam = {
  id: number
  name: string
  group_id: number
  CreatedAt: string
  UpdatedAt: string
  DeletedAt: string | null
  userswithactive: ActionUser[]
}

export type ActionUser = {
  id: number
  created_at: string
  updated_at: string
  deleted_at: string | null
  created: string
  mail: string
  firstname: string
  surname: string
  phone: string
  address: string
  city: string
  postal: string
  location: string
  avatar: string
  birthdate: string | null
  locale: string
  group_id: number[]
  selected_group_id: number[]
  role: string
  role_data: {
    id: number
    name: string
    order: number
    rank: number
    type: 'superadmin' | 'admin' | 'manager' | 'user' | 'custom'
  }
  CreatedAt: string
  UpdatedAt: string
  two_factor_enable: boolean
  validationcode: null
  gdpr_accepted: boolean
  active: boolean
}

export type Address = {
  housenumber: string
  street: string
  postalcode: string
  citycode: string
  city: string
  state: string
  country: string
  addition: string
  infos: string
  building: string
  floor: string
  door: string
  pollingstation: string
  building_type: string
  lattitude: string
  longitude: string
  location: string
  score: number
  invalid: boolean
}

export type AuditEntry = {
  id: number
  created_at: string
  user: {
    id: number
    firstname: string
    surname: string
  } | null
  token_id: number | null
  request: string
  kind: string
  subject: string
  subject_id: number | null
  details: {}
}

export type BundleHistoryEntry = {
  id: number
  CreatedAt: string
  created_at: string
  transaction_bundle_id: number
  kind: 'transaction' | 'transaction_status' | 'donation' | 'membership'
  target_id: number
  old: {} | null
  new: {} | null
  user: {
    id: number
    firstname: string
    surname: string
  }
  source: {
    token_id: number
    request_id: string
    merge_id?: number
  }
  erased: boolean
  hash: string
}

export type CodeCampaign = {
  id: number
  CreatedAt: string
  UpdatedAt: string
  code: string
  name: string
  hidden: boolean
}

export type CompletedPrivacyRequest = {
  id: number
  created_at: string
  updated_at: string
  contact_id: number
  kind: 'access' | 'erasure' | 'restriction' | 'rectification'
  state: 'open' | 'done' | 'refused' | 'lifted'
  received_at: string
  due_at: string
  overdue: boolean
  answered_at: string | null
  created_by: number
  answered_by: number | null
  notes: string
  still_known_as: ('user' | 'invitation')[]
}

export type ConsentEntry = {
  id: number
  created_at: string
  contact_id: number
  form_id: number
  form_label: string
  form_ref_id: number
  label: string
  data: string
  date: string | null
  survey_id: number | null
  state: 'given' | 'withdrawn'
  source: string
  user: {
    id: number
    firstname: string
    surname: string
  } | null
  request: string
}

export type Contact = {
  id: number
  created_at: string
  updated_at: string
  CreatedAt: string
  UpdatedAt: string
  lastchange: string
  group_id: number
  birth_city: string
  birth_country: string
  birth_dept: string
  firstname: string
  surname: string
  married_name: string
  gender: '' | 'M' | 'F' | 'O'
  mail: string
  mobile: string
  phone: string
  nationality: string
  external_id: string
  age_category: number
  black_list: boolean
  mobile_invalid: boolean
  phone_invalid: boolean
  birthdate: string | null
  nationbuilderid: number | null
  user_contact_id: number | null
  lastchangeuserid: number | null
  action_ids: number[]
  membership_code: string
  membership_number: number
  restricted: boolean
  address: ContactAddress | null
  custom_fields: {
    id: number
    contact_id: number
    group_id: number
    CreatedAt: string
    UpdatedAt: string
    data: string
    form_id: number
    form_ref_id: number
  }[]
  formdatas: {
    id: number
    contact_id: number
    group_id: number
    CreatedAt: string
    UpdatedAt: string
    data: string
    form_id: number
    form_ref_id: number
    date: string | null
    survey_id: number | null
    source: string
  }[]
  tags: {
    id: number
    name: string
  }[]
}

export type ContactAddress = {
  id: number
  addition: string
  building: string
  building_type: string
  city: string
  country: string
  county: string
  door: string
  floor: string
  house_number: string
  infos: string
  latitude: string
  longitude: string
  postal_code: string
  state: string
  street: string
  housenumber: string
  postalcode: string
  lattitude: string
  citycode: string
  pollingstation: string
  score: number
  location: string
}

export type ContactHit = {
  id: number
  label: string
  detail: string
  black_list: boolean
  restricted: boolean
}

export type ContactSummary = {
  id: number
  created_at: string
  firstname: string
  surname: string
  mail: string
  mobile: string
  phone: string
  birthdate: string | null
  street: string
  city: string
  membership_number: number
  black_list: boolean
}

export type DeclaredVisits = {
  id: number
  action_id: number
  group_id: number
  key: string | null
  CreatedAt: string
  withdrawn_at: string | null
  recorded_by: number
  user: {
    id: number
    firstname: string
    surname: string
  }
  date: string
  count: number
  comment: string
}

export type DeletedContact = {
  id: number
  deleted_at: string
  firstname: string
  surname: string
  mail: string
  city: string
  black_list: boolean
  user: {
    id: number
    firstname: string
    surname: string
  } | null
}

export type Donation = {
  id: number
  CreatedAt: string
  UpdatedAt: string
  group_id: number
  transaction_bundle_id: number
  contact_id: number
  date: string
  amount: number
  initial_amount: number
  amount_initial: number
  currency: string
  donation_price_id: number | null
  affectation: string
  comment: string
  contact: {
    id: number
    firstname: string
    surname: string
    group_id: number
    membership_code: string
    membership_number: number
  }
}

export type DonationPrice = {
  id: number
  CreatedAt: string
  UpdatedAt: string
  name: string
  amount: number
  currency: string
  allow_custom_amount: boolean
  hidden: boolean
  kind: string
}

export type DuplicateCandidate = {
  contact: ContactSummary
  reasons: ('birthdate' | 'mail' | 'mobile' | 'address' | 'phone')[]
  strength: 'strong' | 'likely' | 'possible'
}

export type DuplicateGroup = {
  reason: 'birthdate' | 'mail' | 'mobile' | 'address' | 'phone'
  strength: 'strong' | 'likely' | 'possible'
  count: number
  contacts: ContactSummary[]
  told_apart: number[][]
}

export type Event = {
  id: string
  type: 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.restored' | 'contact.merged' | 'contact.unmerged' | 'contact.erased' | 'form.created' | 'form.updated' | 'form.deleted' | 'privacy_request.created' | 'privacy_request.updated' | 'user.joined' | 'user.updated' | 'user.suspended' | 'user.restored' | 'user.left' | 'invitation.created' | 'invitation.accepted' | 'invitation.deleted' | 'team.created' | 'team.updated' | 'team.deleted' | 'role.created' | 'role.updated' | 'role.deleted' | 'space.updated' | 'transaction_bundle.created' | 'transaction_bundle.updated' | 'transaction_bundle.deleted' | 'transaction_batch.created' | 'transaction_batch.updated' | 'membership_price_group.created' | 'membership_price_group.updated' | 'membership_price_group.deleted' | 'membership_price.created' | 'membership_price.updated' | 'membership_price.deleted' | 'donation_price.created' | 'donation_price.updated' | 'donation_price.deleted' | 'code_campaign.created' | 'code_campaign.updated' | 'code_campaign.deleted' | 'transaction_status.created' | 'transaction_status.updated' | 'transaction_status.deleted' | 'transaction_settings.updated' | 'action.created' | 'action.updated' | 'action.deleted' | 'action.restored' | 'visit.created' | 'visit.updated' | 'visit.deleted' | 'declared_visit.created' | 'declared_visit.deleted' | 'webhook.tested'
  timestamp: string
  data: {
    group_id: number
    resource: string
    id: number
    version: number | null
    user_id: number
    request_id: string
  }
}

export type Form = {
  id: number
  group_id: number
  created_at: string
  updated_at: string
  CreatedAt: string
  UpdatedAt: string
  label: string
  type: 'text' | 'numeric' | 'date' | 'radio' | 'select' | 'checkbox'
  kind: 'consent' | 'survey' | 'level_of_support' | 'custom_fields' | 'presence_status' | 'tasks'
  archived: boolean
  refvalues: RefValue[]
}

export type Grant = {
  id: number
  created_at: string
  updated_at: string
  expires_at: string
  client_id: string
  name: string
  scopes: string[]
  current: boolean
}

export type Hit = {
  id: number
  label: string
  detail: string
}

export type Import = {
  id: number
  created_at: string
  updated_at: string
  user: {
    id: number
    firstname: string
    surname: string
  }
  name: string
  bytes: number
  state: 'ready' | 'checking' | 'checked' | 'running' | 'done' | 'stopped' | 'undoing' | 'undone'
  forgotten_at: string | null
  check_job_id: number | null
  run_job_id: number | null
  undo_job_id: number | null
  check: ImportOutcome | null
  run: ImportOutcome | null
  undo: UndoOutcome | null
  encoding: 'utf-8' | 'windows-1252'
  separator: ',' | ';' | 'tab'
  match: 'id' | 'external_id' | 'mail' | 'name_and_birthdate' | 'nothing'
  mode: 'create_and_update' | 'create' | 'update'
  empty_cells: 'leave' | 'clear'
  date_order: 'day_first' | 'month_first'
  tags: string[]
  columns: {
    index: number
    field: 'id' | 'external_id' | 'firstname' | 'surname' | 'married_name' | 'gender' | 'birthdate' | 'age_category' | 'birth_city' | 'birth_country' | 'nationality' | 'mail' | 'mobile' | 'phone' | 'black_list' | 'house_number' | 'street' | 'addition' | 'building' | 'floor' | 'door' | 'infos' | 'postal_code' | 'city_code' | 'city' | 'county' | 'state' | 'country' | 'polling_station' | 'latitude' | 'longitude' | 'tags' | 'form' | null
    header: string
    form_id: number | null
    values: Record<string, string>
    value_separator: string
    samples: string[]
  }[]
}

export type ImportOutcome = {
  rows: number
  created: number
  updated: number
  unchanged: number
  repeated: number
  skipped: number
  refused: number
  reasons: {
    reason: string
    count: number
  }[]
  warnings: string[]
  samples: {
    row: number
    contact_id: number | null
    changes: {
      field: string
      before: string
      after: string
    }[]
  }[]
}

export type ImportSummary = {
  id: number
  created_at: string
  updated_at: string
  user: {
    id: number
    firstname: string
    surname: string
  }
  name: string
  bytes: number
  state: 'ready' | 'checking' | 'checked' | 'running' | 'done' | 'stopped' | 'undoing' | 'undone'
  forgotten_at: string | null
  check_job_id: number | null
  run_job_id: number | null
  undo_job_id: number | null
  check: ImportOutcome | null
  run: ImportOutcome | null
  undo: UndoOutcome | null
}

export type Integration = {
  id: number
  created_at: string
  updated_at: string
  created_by: number
  name: string
  client_id: string
  public: boolean
  user_id: number | null
  role: {
    id: number
    name: string
    type: 'superadmin' | 'admin' | 'manager' | 'user' | 'custom'
    order: number
    rank: number
  } | null
  scopes: string[]
  redirect_uris: string[]
  pkce_required: boolean
  id_token_signed_response_alg: 'RS256' | 'ES256'
  secrets: {
    id: number
    created_at: string
    hint: string
  }[]
}

export type Invitation = {
  id: number
  group_id: number
  email: string
  mobile_phone: string
  role_id: number
  role: {
    id: number
    name: string
    order: number
    rank: number
  }
  created_at: string
  last_sent: string
  user_id: number | null
}

export type Job = {
  id: number
  created_at: string
  started_at: string | null
  ended_at: string | null
  user: {
    id: number
    firstname: string
    surname: string
  }
  kind: string
  subject_id: number
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  unit: string
  done: number
  total: number
  cancel_requested: boolean
  error: string
}

export type KeptContact = {
  contact_id: number
  reason: string
}

export type KnownContact = {
  by: 'external_id' | 'mail'
  key: string
  contact_id: number | null
  external_id: string
  merged: boolean
  restricted: boolean
}

export type ListedAddress = {
  id: number
  housenumber: number
  postalcode: number
  citycode: number
  floor: number
  street: string
  city: string
  state: string
  country: string
  addition: string
  infos: string
  building: string
  door: string
  pollingstation: string
  house_number: string
  postal_code: string
  city_code: string
  floor_name: string
  latitude: string
  longitude: string
  visits: number
  last_visit: {
    date: string
    result: 'talked' | 'refused' | 'come_back' | 'signed' | 'voted' | 'not_voted' | 'abstention' | 'other' | 'absent' | 'moved' | 'no_access' | 'leaflet' | 'wrong_address' | 'deceased'
  } | null
}

export type MadeIntegration = {
  id: number
  created_at: string
  updated_at: string
  created_by: number
  name: string
  client_id: string
  public: boolean
  user_id: number | null
  role: {
    id: number
    name: string
    type: 'superadmin' | 'admin' | 'manager' | 'user' | 'custom'
    order: number
    rank: number
  } | null
  scopes: string[]
  redirect_uris: string[]
  pkce_required: boolean
  id_token_signed_response_alg: 'RS256' | 'ES256'
  secrets: {
    id: number
    created_at: string
    hint: string
  }[]
  secret: string | null
}

export type MadeSecret = {
  id: number
  created_at: string
  hint: string
  secret: string | null
}

export type MadeToken = {
  id: number
  created_at: string
  expires_at: string
  name: string
  scopes: string[] | null
  user: {
    id: number
    firstname: string
    surname: string
  }
  secret: string | null
}

export type MadeWebhook = {
  id: number
  created_at: string
  updated_at: string
  created_by: number
  name: string
  url: string
  types: string[]
  enabled: boolean
  disabled_because: '' | 'by_hand' | 'failing' | 'gone' | 'restored'
  failing_since: string | null
  delivered_at: string | null
  former_secret_until: string | null
  waiting: number
  secret: string | null
}

export type Membership = {
  id: number
  CreatedAt: string
  UpdatedAt: string
  group_id: number
  transaction_bundle_id: number
  contact_id: number
  start_date: string
  end_date: string | null
  membership_price_id: number | null
  amount: number
  amount_initial: number
  currency: string
  comment: string
  rolling_year: boolean
  contact: {
    id: number
    firstname: string
    surname: string
    group_id: number
    membership_code: string
    membership_number: number
  }
}

export type MembershipPrice = {
  id: number
  CreatedAt: string
  UpdatedAt: string
  name: string
  amount: number
  currency: string
  allow_custom_amount: boolean
  hidden: boolean
  membership_price_group_id: number | null
  kind: string
  rolling_period: string
  duration: string
}

export type MembershipPriceGroup = {
  id: number
  CreatedAt: string
  UpdatedAt: string
  name: string
  hidden: boolean
  membership_prices: MembershipPrice[]
}

export type Merge = {
  id: number
  created_at: string
  user: {
    id: number
    firstname: string
    surname: string
  }
  survivor_id: number
  gone_id: number
  fields: string[]
  answers: number
  tags: number
  transactions: number[]
  memberships: number[]
  donations: number[]
  can_undo: boolean
  undone_at: string | null
  stayed: {
    fields: string[]
    answers: number[]
    transactions: number[]
    memberships: number[]
    donations: number[]
  } | null
}

export type PaymentView = {
  id: number
  created_at: string
  updated_at: string
  user_id: number
  name: string
  shared: boolean
  filters: {
    state?: 'pending' | 'unpaid'
    status_id?: number
    payment_method_kind?: string
    code_campaign?: string
    period?: 'this_month' | 'last_month' | 'this_year' | 'last_year'
    date_from?: string
    date_to?: string
  }
  own: boolean
}

export type PersonalData = {
  made_at: string
  space: {
    id: number
    name: string
  }
  contact_id: number
  contacts: {}[]
  forms: {}[]
  records: Record<string, {}[]>
  changes: {}[]
  audit: {}[]
}

export type PrivacyRequest = {
  id: number
  created_at: string
  updated_at: string
  contact_id: number
  kind: 'access' | 'erasure' | 'restriction' | 'rectification'
  state: 'open' | 'done' | 'refused' | 'lifted'
  received_at: string
  due_at: string
  overdue: boolean
  answered_at: string | null
  created_by: number
  answered_by: number | null
  notes: string
}

export type Problem = {
  type: string
  title: string
  status: number
  code: 'invalid_json' | 'bad_request' | 'unauthenticated' | 'reauthentication_required' | 'forbidden' | 'second_factor_required' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'mail_taken' | 'already_member' | 'last_superadmin' | 'role_in_use' | 'idempotency_key_running' | 'idempotency_answer_erased' | 'cursor_expired' | 'precondition_failed' | 'too_large' | 'uri_too_long' | 'unsupported_media_type' | 'invalid_request' | 'idempotency_key_reused' | 'period_closed' | 'rate_limited' | 'headers_too_large' | 'internal' | 'unavailable'
  detail: string
  instance: string
  errors?: {
    location: string
    message: string
    value: unknown
  }[]
}

export type PublicTeam = {
  id: number
  created_at: string
  updated_at: string
  name: string
  description: string
  leaders: User[]
  users: User[]
  hide_users: boolean
  address: Address | null
}

export type RefValue = {
  id: number
  form_id: number
  label: string
  value: string
  archived: boolean
}

export type Role = {
  id: number
  created_at: string
  updated_at: string
  name: string
  type: 'superadmin' | 'admin' | 'manager' | 'user' | 'custom'
  order: number
  color: string
  rank: number
  web: boolean
  mobile: boolean
  permissions: ('users:read' | 'users:write' | 'users:invite' | 'roles:assign' | 'roles:write' | 'teams:read' | 'teams:write' | 'teams:manage' | 'catalogue:read' | 'catalogue:hidden' | 'catalogue:write' | 'finance:read' | 'finance:write' | 'finance:settings' | 'contacts:read' | 'contacts:sensitive' | 'contacts:write' | 'contacts:export' | 'filters:manage' | 'actions:read' | 'actions:write' | 'forms:read' | 'forms:write' | 'tokens:write' | 'clients:manage' | 'webhooks:manage' | 'audit:read' | 'privacy:manage' | 'space:manage')[]
}

export type SavedFilter = {
  id: number
  created_at: string
  updated_at: string
  user_id: number
  name: string
  shared: boolean
  query: {}
  sort_attr: string
  sort_asc: boolean
  own: boolean
}

export type Session = {
  id: number
  created_at: string
  updated_at: string
  expires_at: string
  agent: string
  current: boolean
}

export type Space = {
  id: number
  created_at: string
  updated_at: string
  name: string
  locale: string
  second_factor_required: boolean
}

export type Suspension = {
  user: {
    id: number
    firstname: string
    surname: string
  }
  suspended_at: string
  suspended_by: {
    id: number
    firstname: string
    surname: string
  } | null
  reason: string
}

export type Tag = {
  id: number
  name: string
  contacts: number
}

export type TagChange = {
  id: number
  created_at: string
  user: {
    id: number
    firstname: string
    surname: string
  }
  add: string[]
  remove: string[]
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  job_id: number | null
  matched: number
  changed: number
}

export type Team = {
  id: number
  created_at: string
  updated_at: string
  name: string
  description: string
  private: boolean
  hide_users: boolean
  leaders: TeamMember[]
  users: TeamMember[]
  address: Address | null
}

export type TeamMember = {
  id: number
  firstname: string
  surname: string
  mail: string
  avatar: string
  phone: string
  role: string
  role_data: {
    id: number
    name: string
    color: string
    type: 'superadmin' | 'admin' | 'manager' | 'user' | 'custom'
    order: number
    rank: number
  }
}

export type TimelineEntry = {
  at: string
  kind: 'created' | 'updated' | 'consent' | 'answer' | 'visit' | 'transaction' | 'membership' | 'donation'
  id: number
  title: string
  detail: string
  amount: number | null
  currency: string
  transaction_bundle_id: number | null
  action_id: number | null
  user: {
    id: number
    firstname: string
    surname: string
  } | null
}

export type Token = {
  id: number
  created_at: string
  expires_at: string
  name: string
  scopes: string[] | null
  user: {
    id: number
    firstname: string
    surname: string
  }
}

export type Transaction = {
  id: number
  CreatedAt: string
  UpdatedAt: string
  group_id: number
  transaction_bundle_id: number
  amount: number
  currency: string
  payment_method_kind: string
  payment_method: {}
  contact_id: number
  date: string
  code_campaign: string
  delivered_at: string | null
  delivery_token: string
  comment: string
  comment_date: string | null
  reimbursed_amount: number
  unpaid_amount: number
  external_transaction_id: number | null
  status_id: number | null
  extra_json: {}
}

export type TransactionBatch = {
  id: number
  CreatedAt: string
  UpdatedAt: string
  number: string
  name: string
  currency: string
  state: 'open' | 'closed' | 'deposited'
  expected_count: number
  expected_amount: number
  count: number
  amount: number
  closed_at: string | null
  deposited_at: string | null
  transaction_ids: number[]
}

export type TransactionBundle = {
  id: number
  CreatedAt: string
  UpdatedAt: string
  group_id: number
  transactions: Transaction[]
  memberships: Membership[]
  donations: Donation[]
  summary: {
    transactions_count: number
    memberships_count: number
    donations_count: number
  }
}

export type TransactionSettings = {
  payment_method_kinds: string[]
  max_batch_size: number
  default_status_id: number | null
  default_membership_price_id: number | null
  default_donation_price_id: number | null
  batch_prefix: string
  batch_serial: number
  membership_serial: number
  membership_prefix: string
  additional_settings: {}
  currency: string
  open_periods: Record<string, {
    start: string
    end: string
    open: boolean
  }>
  batch_serial_updated_at: string | null
}

export type TransactionStatus = {
  id: number
  CreatedAt: string
  UpdatedAt: string
  name: string
  color: string
  kind: string
  archived: boolean
}

export type UndoOutcome = {
  restored: number
  deleted: number
  kept: number
}

export type UpsertReceipt = {
  receipt: string
  state: 'pending' | 'created' | 'updated' | 'refused'
  contact_id: number | null
  reasons: string[]
}

export type User = {
  id: number
  created_at: string
  updated_at: string
  deleted_at: string | null
  created: string
  mail: string
  firstname: string
  surname: string
  phone: string
  address: string
  city: string
  postal: string
  location: string
  avatar: string
  birthdate: string | null
  locale: string
  group_id: number
  selected_group_id: number[]
  role: string
  role_data: {
    id: number
    name: string
    order: number
    rank: number
    type: 'superadmin' | 'admin' | 'manager' | 'user' | 'custom'
  }
}

export type Visit = {
  id: number
  action_id: number
  group_id: number
  key: string
  CreatedAt: string
  UpdatedAt: string
  withdrawn_at: string | null
  recorded_by: number
  user: {
    id: number
    firstname: string
    surname: string
  }
  team_id: number | null
  date: string
  result: 'talked' | 'refused' | 'come_back' | 'signed' | 'voted' | 'not_voted' | 'abstention' | 'other' | 'absent' | 'moved' | 'no_access' | 'leaflet' | 'wrong_address' | 'deceased'
  address: ActionAddress | null
  contact_id: number | null
  contact_made: boolean
  comment: string
  formdatas: {
    form_id: number
    form_ref_id: number
    data: string
  }[]
}

export type VisitHistoryEntry = {
  id: number
  CreatedAt: string
  visit_id: number
  user: {
    id: number
    firstname: string
    surname: string
  }
  old: {
    date: string
    result: 'talked' | 'refused' | 'come_back' | 'signed' | 'voted' | 'not_voted' | 'abstention' | 'other' | 'absent' | 'moved' | 'no_access' | 'leaflet' | 'wrong_address' | 'deceased'
    address_id: number | null
    contact_id: number | null
    comment: string
    formdatas: {
      form_id: number
      form_ref_id: number
      data: string
    }[]
  }
  new: {
    date: string
    result: 'talked' | 'refused' | 'come_back' | 'signed' | 'voted' | 'not_voted' | 'abstention' | 'other' | 'absent' | 'moved' | 'no_access' | 'leaflet' | 'wrong_address' | 'deceased'
    address_id: number | null
    contact_id: number | null
    comment: string
    formdatas: {
      form_id: number
      form_ref_id: number
      data: string
    }[]
  } | null
}

export type Webhook = {
  id: number
  created_at: string
  updated_at: string
  created_by: number
  name: string
  url: string
  types: string[]
  enabled: boolean
  disabled_because: '' | 'by_hand' | 'failing' | 'gone' | 'restored'
  failing_since: string | null
  delivered_at: string | null
  former_secret_until: string | null
  waiting: number
}

export type WebhookDelivery = {
  id: number
  created_at: string
  event_id: string
  type: string
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  attempted_at: string | null
  next_attempt: string | null
  status: number | null
  duration_ms: number | null
  answer: string
  error: string
}

export interface Operations {
  /** Put addresses on the list of an action. */
  'action_addresses.add': {
    args: {
      id: number
      data: {
        addresses: {
          street?: string
          city?: string
          state?: string
          country?: string
          addition?: string
          infos?: string
          building?: string
          door?: string
          pollingstation?: string
          housenumber?: number | string
          postalcode?: number | string
          citycode?: number | string
          floor?: number | string
          house_number?: string
          postal_code?: string
          city_code?: string
          floor_name?: string
          latitude?: string
          longitude?: string
        }[]
      }
    }
    answer: {
      status: 'success'
      data: {
        addresses: ActionAddress[]
      }
    }
  }
  /** Put the addresses of all contacts on the list for whom the action is meant. */
  'action_addresses.choose': {
    args: {
      id: number
      cursor?: string
    }
    answer: {
      status: 'success'
      data: {
        matched: number
        addresses_added: number
        contacts_added: number
        addresses: number
        without_position: number
        next_cursor: string | null
      }
    }
  }
  /** List the addresses of an action, street by street, with what came of the last visit. */
  'action_addresses.list': {
    args: {
      id: number
      visited?: boolean
      cursor?: string
      limit?: number
    }
    answer: {
      status: 'success'
      data: {
        addresses: ListedAddress[]
        next_cursor: string | null
      }
    }
  }
  /** Take an address off the list of an action. */
  'action_addresses.remove': {
    args: {
      id: number
      address_id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        address_id: number
      }
    }
  }
  /** Take addresses off the list of an action, all of them or none. */
  'action_addresses.removeMany': {
    args: {
      id: number
      data: {
        address_ids: number[]
      }
    }
    answer: {
      status: 'success'
      data: {
        message: string
        removed: number
      }
    }
  }
  /** List the contacts of an action: name, telephone and address. */
  'action_contacts.list': {
    args: {
      id: number
      cursor?: string
      limit?: number
    }
    answer: {
      status: 'success'
      data: {
        contacts: ActionContact[]
        next_cursor: string | null
      }
    }
  }
  /** Count the visits of an action by day, team, person, street and result. */
  'action_statistics.read': {
    args: {
      id: number
      from?: string
      to?: string
    }
    answer: {
      status: 'success'
      data: {
        from: string | null
        to: string | null
        NbVisites: number
        NbContacts: number
        NbVisitesDeclared: number
        goal: number
        addresses: number
        addresses_visited: number
        addresses_without_position: number
        by_day: {
          day: string
          visits: number
          contacts: number
          declared: number
        }[]
        by_result: {
          result: 'talked' | 'refused' | 'come_back' | 'signed' | 'voted' | 'not_voted' | 'abstention' | 'other' | 'absent' | 'moved' | 'no_access' | 'leaflet' | 'wrong_address' | 'deceased'
          visits: number
          contacts: number
        }[]
        by_team: {
          team_id: number | null
          name: string
          visits: number
          contacts: number
        }[]
        by_person: {
          user_id: number
          firstname: string
          surname: string
          visits: number
          contacts: number
          declared: number
        }[]
        by_street: {
          street: string
          city: string
          addresses: number
          visits: number
          contacts: number
        }[]
      }
    }
  }
  /** Archive an action. It can still be read, and nothing more can be recorded in it. */
  'actions.archive': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        action_id: number
      }
    }
  }
  /** Create an action. */
  'actions.create': {
    args: {
      data: {
        action?: {
          name: string
          pitch?: string
          link?: string
          goal?: number
          goal_forms?: number
          start?: string | null
          end?: string | null
          reminder_id?: string
          gotv_voted_tag?: string
          gotv_not_voted_tag?: string
          gotv_abstention_tag?: string
          public?: boolean
          registration_link?: string
          aggreg_without_location?: boolean
          fields?: string
          polygon?: string
          filter?: string
          advanced_search?: string
          not_polygon?: string
          polling_station_included?: string
          polling_station_excluded?: string
          address_included?: string
          address_excluded?: string
          polling_station_included_missing?: boolean
          polling_station_excluded_missing?: boolean
          address_included_missing?: boolean
          address_excluded_missing?: boolean
          excluded_nevada?: boolean
          facts?: {}[]
          Users?: {
            id: number
          }[]
          Teams?: {
            id: number
          }[]
          Forms?: {
            id: number
          }[]
          Addresses?: {
            street?: string
            city?: string
            state?: string
            country?: string
            addition?: string
            infos?: string
            building?: string
            door?: string
            pollingstation?: string
            housenumber?: number | string
            postalcode?: number | string
            citycode?: number | string
            floor?: number | string
            house_number?: string
            postal_code?: string
            city_code?: string
            floor_name?: string
            latitude?: string
            longitude?: string
          }[]
        }
        Action?: {
          name: string
          pitch?: string
          link?: string
          goal?: number
          goal_forms?: number
          start?: string | null
          end?: string | null
          reminder_id?: string
          gotv_voted_tag?: string
          gotv_not_voted_tag?: string
          gotv_abstention_tag?: string
          public?: boolean
          registration_link?: string
          aggreg_without_location?: boolean
          fields?: string
          polygon?: string
          filter?: string
          advanced_search?: string
          not_polygon?: string
          polling_station_included?: string
          polling_station_excluded?: string
          address_included?: string
          address_excluded?: string
          polling_station_included_missing?: boolean
          polling_station_excluded_missing?: boolean
          address_included_missing?: boolean
          address_excluded_missing?: boolean
          excluded_nevada?: boolean
          facts?: {}[]
          Users?: {
            id: number
          }[]
          Teams?: {
            id: number
          }[]
          Forms?: {
            id: number
          }[]
          Addresses?: {
            street?: string
            city?: string
            state?: string
            country?: string
            addition?: string
            infos?: string
            building?: string
            door?: string
            pollingstation?: string
            housenumber?: number | string
            postalcode?: number | string
            citycode?: number | string
            floor?: number | string
            house_number?: string
            postal_code?: string
            city_code?: string
            floor_name?: string
            latitude?: string
            longitude?: string
          }[]
        }
      }
    }
    answer: {
      status: 'success'
      data: {
        Action: Action
      }
    }
  }
  /** Make a new action like this one, without its visits. */
  'actions.duplicate': {
    args: {
      id: number
      data: {
        name?: string
        start?: string | null
        end?: string | null
      }
    }
    answer: {
      status: 'success'
      data: {
        Action: Action
      }
    }
  }
  /** List the actions the caller can see, newest first, with their counts. */
  'actions.list': {
    args: {
      from?: string
      to?: string
      archived?: boolean
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        ActionsAggreg: ActionAggregate[]
      }
    }
  }
  /** Read an action. */
  'actions.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        Action: Action
      }
    }
  }
  /** Bring an archived action back. */
  'actions.restore': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        Action: Action
      }
    }
  }
  /** Change an action; what is not sent stays as it is. */
  'actions.update': {
    args: {
      id: number
      data: {
        action?: {
          name?: string
          pitch?: string
          link?: string
          goal?: number
          goal_forms?: number
          start?: string | null
          end?: string | null
          reminder_id?: string
          gotv_voted_tag?: string
          gotv_not_voted_tag?: string
          gotv_abstention_tag?: string
          public?: boolean
          registration_link?: string
          aggreg_without_location?: boolean
          fields?: string
          polygon?: string
          filter?: string
          advanced_search?: string
          not_polygon?: string
          polling_station_included?: string
          polling_station_excluded?: string
          address_included?: string
          address_excluded?: string
          polling_station_included_missing?: boolean
          polling_station_excluded_missing?: boolean
          address_included_missing?: boolean
          address_excluded_missing?: boolean
          excluded_nevada?: boolean
          facts?: {}[]
          Users?: {
            id: number
          }[]
          Teams?: {
            id: number
          }[]
          Forms?: {
            id: number
          }[]
        }
        Action?: {
          name?: string
          pitch?: string
          link?: string
          goal?: number
          goal_forms?: number
          start?: string | null
          end?: string | null
          reminder_id?: string
          gotv_voted_tag?: string
          gotv_not_voted_tag?: string
          gotv_abstention_tag?: string
          public?: boolean
          registration_link?: string
          aggreg_without_location?: boolean
          fields?: string
          polygon?: string
          filter?: string
          advanced_search?: string
          not_polygon?: string
          polling_station_included?: string
          polling_station_excluded?: string
          address_included?: string
          address_excluded?: string
          polling_station_included_missing?: boolean
          polling_station_excluded_missing?: boolean
          address_included_missing?: boolean
          address_excluded_missing?: boolean
          excluded_nevada?: boolean
          facts?: {}[]
          Users?: {
            id: number
          }[]
          Teams?: {
            id: number
          }[]
          Forms?: {
            id: number
          }[]
        }
      }
    }
    answer: {
      status: 'success'
      data: {
        Action: Action
      }
    }
  }
  /** Read the audit log, newest first. */
  'audit.list': {
    args: {
      limit?: number
      cursor?: string
      user_id?: number
      kind?: string
      subject?: string
      subject_id?: number
      from?: string
      to?: string
    }
    answer: {
      status: 'success'
      data: AuditEntry[]
      next_cursor: string | null
    }
  }
  /** List what happened after a cursor, oldest first. */
  'changes.list': {
    args: {
      cursor?: string
      from?: 'start' | 'now'
      types?: string
      limit?: number
      wait?: number
    }
    answer: {
      status: 'success'
      data: Event[]
      next_cursor: string
      more: boolean
    }
  }
  /** Add a campaign code. */
  'code_campaigns.create': {
    args: {
      data: {
        code: string
        name?: string
        hidden?: boolean
      }
    }
    answer: {
      status: 'success'
      data: CodeCampaign
    }
  }
  /** List the campaign codes. */
  'code_campaigns.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: CodeCampaign[]
      total: number
    }
  }
  /** Read a campaign code. */
  'code_campaigns.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: CodeCampaign
    }
  }
  /** Delete a campaign code; one in use is hidden instead. */
  'code_campaigns.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        id: number
      }
    }
  }
  /** Change a campaign code; only the fields that are sent change. */
  'code_campaigns.update': {
    args: {
      id: number
      data: {
        code?: string
        name?: string
        hidden?: boolean
      }
    }
    answer: {
      status: 'success'
      data: CodeCampaign
    }
  }
  /** List every consent of a contact that was given or withdrawn, newest first. */
  'contacts.consents': {
    args: {
      id: number
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        consents: ConsentEntry[]
      }
    }
  }
  /** Create a contact. */
  'contacts.create': {
    args: {
      data: {
        contact: {
          birth_city?: string | null
          birth_country?: string | null
          birth_dept?: string | null
          firstname?: string | null
          surname?: string | null
          married_name?: string | null
          gender?: '' | 'M' | 'F' | 'O' | null
          mail?: string | null
          mobile?: string | null
          phone?: string | null
          nationality?: string | null
          external_id?: string | null
          birthdate?: string | '' | null
          nationbuilderid?: number | null
          age_category?: number
          black_list?: boolean
          mobile_invalid?: boolean
          phone_invalid?: boolean
          address?: {
            addition?: string | number | null
            building?: string | number | null
            building_type?: string | number | null
            city?: string | number | null
            country?: string | number | null
            county?: string | number | null
            door?: string | number | null
            floor?: string | number | null
            house_number?: string | number | null
            infos?: string | number | null
            latitude?: string | number | null
            longitude?: string | number | null
            postal_code?: string | number | null
            state?: string | number | null
            street?: string | number | null
            housenumber?: string | number | null
            postalcode?: string | number | null
            lattitude?: string | number | null
            citycode?: string | number | null
            pollingstation?: string | number | null
            score?: number | null
          } | null
          custom_fields?: {
            data: string
            form_id: number
            form_ref_id: number
          }[] | null
          formdatas?: {
            data: string
            form_id: number
            form_ref_id: number
            date?: string | null
            survey_id?: number | null
            source?: string
          }[] | null
          tags?: {
            name: string
          }[] | null
        }
      }
    }
    answer: {
      status: 'success'
      data: {
        contact: Contact
      }
    }
  }
  /** List contacts that were deleted and can be restored, the latest first. */
  'contacts.deleted': {
    args: {
      limit?: number
      cursor?: string
    }
    answer: {
      status: 'success'
      data: DeletedContact[]
      next_cursor: string | null
    }
  }
  /** Tell who is known by these numbers elsewhere and mail addresses. */
  'contacts.known': {
    args: {
      data: {
        external_ids?: string[]
        mails?: string[]
      }
    }
    answer: {
      status: 'success'
      data: KnownContact[]
    }
  }
  /** List contacts. */
  'contacts.list': {
    args: {
      limit?: number
      offset?: number
      sort?: 'newest' | 'name'
      cursor?: string
    }
    answer: {
      status: 'success'
      data: {
        contacts: Contact[]
      }
      total: number
      next_cursor: string | null
    }
  }
  /** Read a contact. */
  'contacts.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        contact: Contact
      }
    }
  }
  /** Read a contact, without an envelope. */
  'contacts.readBare': {
    args: {
      id: number
    }
    answer: Contact
  }
  /** Delete a contact; its payments stay in the books. */
  'contacts.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        contact_id: number
      }
    }
  }
  /** Replace a contact; what is left out is cleared. */
  'contacts.replace': {
    args: {
      id: number
      data: {
        contact: {
          id?: number
          birth_city?: string | null
          birth_country?: string | null
          birth_dept?: string | null
          firstname?: string | null
          surname?: string | null
          married_name?: string | null
          gender?: '' | 'M' | 'F' | 'O' | null
          mail?: string | null
          mobile?: string | null
          phone?: string | null
          nationality?: string | null
          external_id?: string | null
          birthdate?: string | '' | null
          nationbuilderid?: number | null
          age_category?: number
          black_list?: boolean
          mobile_invalid?: boolean
          phone_invalid?: boolean
          address?: {
            addition?: string | number | null
            building?: string | number | null
            building_type?: string | number | null
            city?: string | number | null
            country?: string | number | null
            county?: string | number | null
            door?: string | number | null
            floor?: string | number | null
            house_number?: string | number | null
            infos?: string | number | null
            latitude?: string | number | null
            longitude?: string | number | null
            postal_code?: string | number | null
            state?: string | number | null
            street?: string | number | null
            housenumber?: string | number | null
            postalcode?: string | number | null
            lattitude?: string | number | null
            citycode?: string | number | null
            pollingstation?: string | number | null
            score?: number | null
          } | null
          custom_fields?: {
            data: string
            form_id: number
            form_ref_id: number
          }[] | null
          formdatas?: {
            data: string
            form_id: number
            form_ref_id: number
            date?: string | null
            survey_id?: number | null
            source?: string
          }[] | null
          tags?: {
            name: string
          }[] | null
        }
      } | {
        contact: {
          id?: number
          birth_city?: string | null
          birth_country?: string | null
          birth_dept?: string | null
          firstname?: string | null
          surname?: string | null
          married_name?: string | null
          gender?: '' | 'M' | 'F' | 'O' | null
          mail?: string | null
          mobile?: string | null
          phone?: string | null
          nationality?: string | null
          external_id?: string | null
          birthdate?: string | '' | null
          nationbuilderid?: number | null
          age_category?: number | null
          black_list?: boolean | null
          mobile_invalid?: boolean | null
          phone_invalid?: boolean | null
          address?: {
            addition?: string | number | null
            building?: string | number | null
            building_type?: string | number | null
            city?: string | number | null
            country?: string | number | null
            county?: string | number | null
            door?: string | number | null
            floor?: string | number | null
            house_number?: string | number | null
            infos?: string | number | null
            latitude?: string | number | null
            longitude?: string | number | null
            postal_code?: string | number | null
            state?: string | number | null
            street?: string | number | null
            housenumber?: string | number | null
            postalcode?: string | number | null
            lattitude?: string | number | null
            citycode?: string | number | null
            pollingstation?: string | number | null
            score?: number | null
          } | null
          custom_fields?: {
            data: string
            form_id: number
            form_ref_id: number
          }[] | null
          formdatas?: {
            data: string
            form_id: number
            form_ref_id: number
            date?: string | null
            survey_id?: number | null
            source?: string
          }[] | null
          tags?: {
            name: string
          }[] | null
        }
      }
    }
    answer: {
      status: 'success'
      data: {
        contact: Contact
      }
    }
  }
  /** Bring a deleted contact back, with all that it had. */
  'contacts.restore': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        contact: Contact
      }
    }
  }
  /** Tell what happened with a contact, newest first. */
  'contacts.timeline': {
    args: {
      id: number
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        timeline: TimelineEntry[]
      }
    }
  }
  /** Declare how many visits there were. */
  'declared_visits.declare': {
    args: {
      id: number
      data: {
        count: number
        date?: string
        comment?: string
        key?: string
      }
    }
    answer: {
      status: 'success'
      data: DeclaredVisits
    }
  }
  /** List the totals that were declared in an action, last declared first. */
  'declared_visits.list': {
    args: {
      id: number
      cursor?: string
      limit?: number
    }
    answer: {
      status: 'success'
      data: {
        declared_visits: DeclaredVisits[]
        next_cursor: string | null
      }
    }
  }
  /** Withdraw a total: it counts no more. */
  'declared_visits.withdraw': {
    args: {
      id: number
      declared_id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        declared_id: number
      }
    }
  }
  /** Add a donation price. */
  'donation_prices.create': {
    args: {
      data: {
        name: string
        amount: number
        currency?: string
        allow_custom_amount?: boolean
        hidden?: boolean
        kind?: string
      }
    }
    answer: {
      status: 'success'
      data: DonationPrice
    }
  }
  /** List the donation prices. */
  'donation_prices.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: DonationPrice[]
      total: number
    }
  }
  /** Read a donation price. */
  'donation_prices.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: DonationPrice
    }
  }
  /** Delete a donation price; one in use is hidden instead. */
  'donation_prices.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        id: number
      }
    }
  }
  /** Change a donation price; only the fields that are sent change. */
  'donation_prices.update': {
    args: {
      id: number
      data: {
        name?: string
        amount?: number
        currency?: string
        allow_custom_amount?: boolean
        hidden?: boolean
        kind?: string
      }
    }
    answer: {
      status: 'success'
      data: DonationPrice
    }
  }
  /** List contacts that are alike, the surest reason first. */
  'duplicates.list': {
    args: {
      limit?: number
      cursor?: string
      reason?: 'birthdate' | 'mail' | 'mobile' | 'address' | 'phone'
    }
    answer: {
      status: 'success'
      data: DuplicateGroup[]
      next_cursor: string | null
    }
  }
  /** List who may be the same person as this contact. */
  'duplicates.ofContact': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: DuplicateCandidate[]
    }
  }
  /** Forget that two contacts were told apart. */
  'duplicates.proposeAgain': {
    args: {
      one: number
      other: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
      }
    }
  }
  /** Note that contacts are different people, each from each. */
  'duplicates.tellApart': {
    args: {
      data: {
        contact_ids: number[]
      }
    }
    answer: {
      status: 'success'
      data: {
        pairs: number
      }
    }
  }
  /** Download contacts as CSV. */
  'exports.contacts': {
    args: {
      data: {
        reason: string
        query?: unknown
        ids?: number[]
        columns?: ('contact_id' | 'external_id' | 'firstname' | 'surname' | 'married_name' | 'gender' | 'birthdate' | 'age_category' | 'birth_city' | 'birth_country' | 'nationality' | 'mail' | 'mobile' | 'phone' | 'black_list' | 'membership_code' | 'house_number' | 'street' | 'addition' | 'building' | 'floor' | 'door' | 'infos' | 'postal_code' | 'city_code' | 'city' | 'county' | 'state' | 'country' | 'polling_station' | 'latitude' | 'longitude' | 'created_at' | 'updated_at' | 'tags')[]
        forms?: number[]
        include_do_not_contact?: boolean
        separator?: ',' | ';' | 'tab'
        bom?: boolean
      }
    }
    answer: string
  }
  /** Find contacts, users, teams, actions and payments by a name, an address, a number. */
  'find.find': {
    args: {
      q?: string
    }
    answer: {
      status: 'success'
      data: {
        contacts: ContactHit[]
        users: Hit[]
        teams: Hit[]
        actions: Hit[]
        payments: Hit[]
      }
    }
  }
  /** Archive a form; its answers stay. */
  'forms.archive': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        form_id: number
      }
    }
  }
  /** Make a form. */
  'forms.create': {
    args: {
      data: {
        form: {
          label: string
          type: 'text' | 'numeric' | 'date' | 'radio' | 'select' | 'checkbox'
          kind: 'consent' | 'survey' | 'level_of_support' | 'custom_fields' | 'presence_status' | 'tasks'
          refvalues?: {
            label: string
            value?: string
          }[]
        }
      }
    }
    answer: {
      status: 'success'
      data: {
        form: Form
      }
    }
  }
  /** List the forms of the space. */
  'forms.list': {
    args: {
      limit?: number
      offset?: number
      archived?: boolean
    }
    answer: {
      status: 'success'
      data: {
        forms: Form[]
      }
    }
  }
  /** List the forms of a kind that can be answered. */
  'forms.listOfType': {
    args: {
      type: 'consent' | 'survey' | 'level_of_support' | 'custom_fields' | 'presence_status' | 'tasks'
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        forms: Form[]
      }
    }
  }
  /** List the forms of kind consent. */
  'forms.list_consent': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        forms: Form[]
      }
    }
  }
  /** List the forms of kind custom_fields. */
  'forms.list_custom_fields': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        forms: Form[]
      }
    }
  }
  /** List the forms of kind level_of_support. */
  'forms.list_level_of_support': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        forms: Form[]
      }
    }
  }
  /** List the forms of kind presence_status. */
  'forms.list_presence_status': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        forms: Form[]
      }
    }
  }
  /** List the forms of kind survey. */
  'forms.list_survey': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        forms: Form[]
      }
    }
  }
  /** List the forms of kind tasks. */
  'forms.list_tasks': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        forms: Form[]
      }
    }
  }
  /** Read a form with its values, an archived one too. */
  'forms.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        form: Form
      }
    }
  }
  /** Change a form; only what is sent changes. */
  'forms.update': {
    args: {
      id: number
      data: {
        form: {
          label?: string
          type?: 'text' | 'numeric' | 'date' | 'radio' | 'select' | 'checkbox'
          kind?: 'consent' | 'survey' | 'level_of_support' | 'custom_fields' | 'presence_status' | 'tasks'
          archived?: boolean
          refvalues?: {
            id?: number
            label?: string
            value?: string
            archived?: boolean
          }[]
        }
      }
    }
    answer: {
      status: 'success'
      data: {
        form: Form
      }
    }
  }
  /** Take back what an application was allowed. Every token it got for it ends at once. */
  'grants.end': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        grant_id: number
      }
    }
  }
  /** List one's own grants in this space, newest first. */
  'grants.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: Grant[]
      total: number
    }
  }
  /** Find out what the import would do, without doing it. */
  'imports.check': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: Import
    }
  }
  /** List the contacts that undoing has left as they are, and why. */
  'imports.kept': {
    args: {
      id: number
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: KeptContact[]
      total: number
    }
  }
  /** List imports, newest first. */
  'imports.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: ImportSummary[]
      total: number
    }
  }
  /** Read an import: how the file is read, and what came of it. */
  'imports.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: Import
    }
  }
  /** Download the rows that were refused, each with its reason. */
  'imports.refused': {
    args: {
      id: number
    }
    answer: string
  }
  /** Import the file. */
  'imports.run': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: Import
    }
  }
  /** Undo an import. */
  'imports.undo': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: Import
    }
  }
  /** Change how the file is read. */
  'imports.update': {
    args: {
      id: number
      data: {
        name?: string
        encoding?: 'utf-8' | 'windows-1252'
        separator?: ',' | ';' | 'tab'
        columns?: {
          index: number
          field: 'id' | 'external_id' | 'firstname' | 'surname' | 'married_name' | 'gender' | 'birthdate' | 'age_category' | 'birth_city' | 'birth_country' | 'nationality' | 'mail' | 'mobile' | 'phone' | 'black_list' | 'house_number' | 'street' | 'addition' | 'building' | 'floor' | 'door' | 'infos' | 'postal_code' | 'city_code' | 'city' | 'county' | 'state' | 'country' | 'polling_station' | 'latitude' | 'longitude' | 'tags' | 'form' | null
          form_id?: number | null
          values?: Record<string, string>
          value_separator?: string
        }[]
        match?: 'id' | 'external_id' | 'mail' | 'name_and_birthdate' | 'nothing'
        mode?: 'create_and_update' | 'create' | 'update'
        empty_cells?: 'leave' | 'clear'
        date_order?: 'day_first' | 'month_first'
        tags?: string[]
      }
    }
    answer: {
      status: 'success'
      data: Import
    }
  }
  /** Upload a CSV file of contacts. */
  'imports.upload': {
    args: {
      name?: string
      file: Blob | string
    }
    answer: {
      status: 'success'
      data: Import
    }
  }
  /** Make an integration. Its secret is shown only in this answer. */
  'integrations.create': {
    args: {
      data: {
        name: string
        scopes: ('users:read' | 'users:write' | 'users:invite' | 'roles:assign' | 'roles:write' | 'teams:read' | 'teams:write' | 'teams:manage' | 'catalogue:read' | 'catalogue:hidden' | 'catalogue:write' | 'finance:read' | 'finance:write' | 'finance:settings' | 'contacts:read' | 'contacts:sensitive' | 'contacts:write' | 'contacts:export' | 'filters:manage' | 'actions:read' | 'actions:write' | 'forms:read' | 'forms:write' | 'tokens:write' | 'clients:manage' | 'webhooks:manage' | 'audit:read' | 'privacy:manage' | 'space:manage')[]
        public?: boolean
        role_id?: number | null
        redirect_uris?: string[]
        pkce_required?: boolean
        id_token_signed_response_alg?: 'RS256' | 'ES256'
      }
    }
    answer: {
      status: 'success'
      data: MadeIntegration
    }
  }
  /** End an integration, its secrets and every token it holds, at once. */
  'integrations.end': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        integration_id: number
      }
    }
  }
  /** End a secret, and the tokens the integration got for itself. */
  'integrations.endSecret': {
    args: {
      id: number
      secret_id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        secret_id: number
      }
    }
  }
  /** List the integrations of the space, by name. */
  'integrations.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: Integration[]
      total: number
    }
  }
  /** Make another secret, shown only in this answer. Two can live at once. */
  'integrations.makeSecret': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: MadeSecret
    }
  }
  /** Read an integration. */
  'integrations.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: Integration
    }
  }
  /** Change an integration; only the fields that are sent change. What it may no longer do, its tokens may no longer do either. */
  'integrations.update': {
    args: {
      id: number
      data: {
        name?: string
        scopes?: ('users:read' | 'users:write' | 'users:invite' | 'roles:assign' | 'roles:write' | 'teams:read' | 'teams:write' | 'teams:manage' | 'catalogue:read' | 'catalogue:hidden' | 'catalogue:write' | 'finance:read' | 'finance:write' | 'finance:settings' | 'contacts:read' | 'contacts:sensitive' | 'contacts:write' | 'contacts:export' | 'filters:manage' | 'actions:read' | 'actions:write' | 'forms:read' | 'forms:write' | 'tokens:write' | 'clients:manage' | 'webhooks:manage' | 'audit:read' | 'privacy:manage' | 'space:manage')[]
        role_id?: number
        redirect_uris?: string[]
        pkce_required?: boolean
        id_token_signed_response_alg?: 'RS256' | 'ES256'
      }
    }
    answer: {
      status: 'success'
      data: Integration
    }
  }
  /** Withdraw an invitation; its link stops working. */
  'invitations.cancel': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
      }
    }
  }
  /** Invite people, all or none of them. */
  'invitations.create': {
    args: {
      data: {
        invitations: {
          email: string
          role_id?: number
          mobile_phone?: string
        }[]
      }
    }
    answer: {
      status: 'success'
      data: {
        msg: string
        invitations: Invitation | Invitation[]
      }
    }
  }
  /** List the invitations that wait for an answer. */
  'invitations.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        invitations: Invitation[]
      }
    }
  }
  /** Cancel a job. */
  'jobs.cancel': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: Job
    }
  }
  /** Follow a job as Server-Sent Events. */
  'jobs.follow': {
    args: {
      id: number
    }
    answer: string
  }
  /** List jobs, newest first. */
  'jobs.list': {
    args: {
      limit?: number
      offset?: number
      state?: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
    }
    answer: {
      status: 'success'
      data: Job[]
      total: number
    }
  }
  /** Tell how far a job is. */
  'jobs.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: Job
    }
  }
  /** Download the money that came as a French FEC, the file of accounting entries. */
  'ledger.export': {
    args: {
      from?: string
      to?: string
      separator?: 'tab' | '|'
    }
    answer: string
  }
  /** Tell the caller who they are, in which space, and what they may do there. */
  'me.read': {
    args: {}
    answer: {
      status: 'success'
      data: {
        user: User
        space: {
          id: number
          name: string
          locale: string
        }
        role: {
          id: number
          name: string
          type: 'superadmin' | 'admin' | 'manager' | 'user' | 'custom'
          order: number
          rank: number
        }
        permissions: ('users:read' | 'users:write' | 'users:invite' | 'roles:assign' | 'roles:write' | 'teams:read' | 'teams:write' | 'teams:manage' | 'catalogue:read' | 'catalogue:hidden' | 'catalogue:write' | 'finance:read' | 'finance:write' | 'finance:settings' | 'contacts:read' | 'contacts:sensitive' | 'contacts:write' | 'contacts:export' | 'filters:manage' | 'actions:read' | 'actions:write' | 'forms:read' | 'forms:write' | 'tokens:write' | 'clients:manage' | 'webhooks:manage' | 'audit:read' | 'privacy:manage' | 'space:manage')[]
        spaces: {
          id: number
          name: string
          locale: string
        }[]
      }
    }
  }
  /** Add a membership price group. */
  'membership_price_groups.create': {
    args: {
      data: {
        name: string
        hidden?: boolean
      }
    }
    answer: {
      status: 'success'
      data: MembershipPriceGroup
    }
  }
  /** List the membership price groups with their prices. */
  'membership_price_groups.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: MembershipPriceGroup[]
      total: number
    }
  }
  /** Read a membership price group. */
  'membership_price_groups.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: MembershipPriceGroup
    }
  }
  /** Delete a membership price group; one in use is hidden instead. */
  'membership_price_groups.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        id: number
      }
    }
  }
  /** Change a membership price group; only the fields that are sent change. */
  'membership_price_groups.update': {
    args: {
      id: number
      data: {
        name?: string
        hidden?: boolean
      }
    }
    answer: {
      status: 'success'
      data: MembershipPriceGroup
    }
  }
  /** Add a membership price. */
  'membership_prices.create': {
    args: {
      data: {
        name: string
        amount: number
        currency?: string
        allow_custom_amount?: boolean
        hidden?: boolean
        membership_price_group_id?: number | null
        kind?: string
        rolling_period?: string
        duration?: string
      }
    }
    answer: {
      status: 'success'
      data: MembershipPrice
    }
  }
  /** List the membership prices. */
  'membership_prices.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: MembershipPrice[]
      total: number
    }
  }
  /** Read a membership price. */
  'membership_prices.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: MembershipPrice
    }
  }
  /** Delete a membership price; one in use is hidden instead. */
  'membership_prices.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        id: number
      }
    }
  }
  /** Change a membership price; only the fields that are sent change. */
  'membership_prices.update': {
    args: {
      id: number
      data: {
        name?: string
        amount?: number
        currency?: string
        allow_custom_amount?: boolean
        hidden?: boolean
        membership_price_group_id?: number | null
        kind?: string
        rolling_period?: string
        duration?: string
      }
    }
    answer: {
      status: 'success'
      data: MembershipPrice
    }
  }
  /** List merges, newest first. */
  'merges.list': {
    args: {
      limit?: number
      cursor?: string
      contact_id?: number
    }
    answer: {
      status: 'success'
      data: Merge[]
      next_cursor: string | null
    }
  }
  /** Merge another contact into this one. */
  'merges.merge': {
    args: {
      id: number
      data: {
        contact_id: number
        fields?: {
          firstname?: 'survivor' | 'gone'
          surname?: 'survivor' | 'gone'
          married_name?: 'survivor' | 'gone'
          gender?: 'survivor' | 'gone'
          birthdate?: 'survivor' | 'gone'
          age_category?: 'survivor' | 'gone'
          birth_city?: 'survivor' | 'gone'
          birth_country?: 'survivor' | 'gone'
          birth_dept?: 'survivor' | 'gone'
          nationality?: 'survivor' | 'gone'
          mail?: 'survivor' | 'gone'
          black_list?: 'survivor' | 'gone'
          external_id?: 'survivor' | 'gone'
          nationbuilderid?: 'survivor' | 'gone'
          mobile?: 'survivor' | 'gone'
          phone?: 'survivor' | 'gone'
          address?: 'survivor' | 'gone'
        }
      }
    }
    answer: {
      status: 'success'
      data: Merge
    }
  }
  /** Read a merge. */
  'merges.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: Merge
    }
  }
  /** Undo a merge. */
  'merges.undo': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: Merge
    }
  }
  /** Save a view of payments. */
  'payment_views.create': {
    args: {
      data: {
        name: string
        shared?: boolean
        filters: {
          state?: 'pending' | 'unpaid'
          status_id?: number
          payment_method_kind?: string
          code_campaign?: string
          period?: 'this_month' | 'last_month' | 'this_year' | 'last_year'
          date_from?: string
          date_to?: string
        }
      }
    }
    answer: {
      status: 'success'
      data: PaymentView
    }
  }
  /** List one's own views of payments and the shared ones, by name. */
  'payment_views.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: PaymentView[]
      total: number
    }
  }
  /** Delete a view of payments. */
  'payment_views.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        payment_view_id: number
      }
    }
  }
  /** Change a view of payments; what is left out stays. */
  'payment_views.update': {
    args: {
      id: number
      data: {
        name?: string
        shared?: boolean
        filters?: {
          state?: 'pending' | 'unpaid'
          status_id?: number
          payment_method_kind?: string
          code_campaign?: string
          period?: 'this_month' | 'last_month' | 'this_year' | 'last_year'
          date_from?: string
          date_to?: string
        }
      }
    }
    answer: {
      status: 'success'
      data: PaymentView
    }
  }
  /** Do what was asked, or note that it was done. */
  'privacy_requests.complete': {
    args: {
      id: number
      data: {
        confirm_contact_id?: number
      }
    }
    answer: {
      status: 'success'
      data: CompletedPrivacyRequest
    }
  }
  /** Note a request. It must be answered within a month. */
  'privacy_requests.create': {
    args: {
      data: {
        contact_id: number
        kind: 'access' | 'erasure' | 'restriction' | 'rectification'
        received_at?: string
        notes?: string
      }
    }
    answer: {
      status: 'success'
      data: PrivacyRequest
    }
  }
  /** Download everything that is known of the person who asked for access. */
  'privacy_requests.export': {
    args: {
      id: number
    }
    answer: PersonalData
  }
  /** Tell which of these addresses belong to people who were erased. */
  'privacy_requests.findErased': {
    args: {
      data: {
        mails: string[]
      }
    }
    answer: {
      status: 'success'
      data: {
        erased: string[]
      }
    }
  }
  /** Lift a restriction. */
  'privacy_requests.lift': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: PrivacyRequest
    }
  }
  /** List requests, the most urgent first. */
  'privacy_requests.list': {
    args: {
      limit?: number
      cursor?: string
      kind?: 'access' | 'erasure' | 'restriction' | 'rectification'
      state?: 'open' | 'done' | 'refused' | 'lifted'
      contact_id?: number
    }
    answer: {
      status: 'success'
      data: PrivacyRequest[]
      next_cursor: string | null
    }
  }
  /** Read a request. */
  'privacy_requests.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: PrivacyRequest
    }
  }
  /** Refuse a request, and say why. */
  'privacy_requests.refuse': {
    args: {
      id: number
      data: {
        notes: string
      }
    }
    answer: {
      status: 'success'
      data: PrivacyRequest
    }
  }
  /** Change the notes of an open request, or extend it. */
  'privacy_requests.update': {
    args: {
      id: number
      data: {
        notes?: string
        due_at?: string
      }
    }
    answer: {
      status: 'success'
      data: PrivacyRequest
    }
  }
  /** Define a custom role. */
  'roles.create': {
    args: {
      data: {
        name: string
        color?: string
        rank?: number
        web?: boolean
        mobile?: boolean
        permissions?: ('users:read' | 'users:write' | 'users:invite' | 'roles:assign' | 'roles:write' | 'teams:read' | 'teams:write' | 'teams:manage' | 'catalogue:read' | 'catalogue:hidden' | 'catalogue:write' | 'finance:read' | 'finance:write' | 'finance:settings' | 'contacts:read' | 'contacts:sensitive' | 'contacts:write' | 'contacts:export' | 'filters:manage' | 'actions:read' | 'actions:write' | 'forms:read' | 'forms:write' | 'tokens:write' | 'clients:manage' | 'webhooks:manage' | 'audit:read' | 'privacy:manage' | 'space:manage')[]
      }
    }
    answer: {
      status: 'success'
      data: Role
    }
  }
  /** List the roles of the space, highest rank first. */
  'roles.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        count: number
        roles: Role[]
      }
    }
  }
  /** Read a role. */
  'roles.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: Role
    }
  }
  /** Delete a custom role that nobody has. */
  'roles.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        role_id: number
      }
    }
  }
  /** Change a role; only the fields that are sent change. */
  'roles.update': {
    args: {
      id: number
      data: {
        name?: string
        color?: string
        rank?: number
        web?: boolean
        mobile?: boolean
        permissions?: ('users:read' | 'users:write' | 'users:invite' | 'roles:assign' | 'roles:write' | 'teams:read' | 'teams:write' | 'teams:manage' | 'catalogue:read' | 'catalogue:hidden' | 'catalogue:write' | 'finance:read' | 'finance:write' | 'finance:settings' | 'contacts:read' | 'contacts:sensitive' | 'contacts:write' | 'contacts:export' | 'filters:manage' | 'actions:read' | 'actions:write' | 'forms:read' | 'forms:write' | 'tokens:write' | 'clients:manage' | 'webhooks:manage' | 'audit:read' | 'privacy:manage' | 'space:manage')[]
      }
    }
    answer: {
      status: 'success'
      data: Role
    }
  }
  /** Save a filter. */
  'saved_filters.create': {
    args: {
      data: {
        name: string
        shared?: boolean
        query: {}
        sort_attr?: string
        sort_asc?: boolean
      }
    }
    answer: {
      status: 'success'
      data: SavedFilter
    }
  }
  /** List one's own filters and the shared ones, by name. */
  'saved_filters.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: SavedFilter[]
      total: number
    }
  }
  /** Read a filter. */
  'saved_filters.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: SavedFilter
    }
  }
  /** Delete a filter. */
  'saved_filters.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        saved_filter_id: number
      }
    }
  }
  /** Change a filter; what is left out stays. */
  'saved_filters.update': {
    args: {
      id: number
      data: {
        name?: string
        shared?: boolean
        query?: {}
        sort_attr?: string
        sort_asc?: boolean
      }
    }
    answer: {
      status: 'success'
      data: SavedFilter
    }
  }
  /** Count the contacts that fit a query. */
  'search.kpi': {
    args: {
      data: {
        advanced_search: {
          query?: unknown
        }
      }
    }
    answer: {
      status: 'success'
      data: {
        total: number
      }
    }
  }
  /** Search contacts. */
  'search.search': {
    args: {
      data: {
        advanced_search: {
          query?: unknown
          page?: number
          per_page?: number
          sort_attr?: string
          sort_asc?: boolean
          with_total?: boolean
          cursor?: string
        }
      }
    }
    answer: {
      status: 'success'
      data: {
        contacts: Contact[]
        total: number | null
        next_cursor: string | null
      }
    }
  }
  /** Sign out of one browser, at once. */
  'sessions.end': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        session_id: number
      }
    }
  }
  /** Sign out everywhere but here. */
  'sessions.endOthers': {
    args: {}
    answer: {
      status: 'success'
      data: {
        message: string
        ended: number
      }
    }
  }
  /** List one's own sessions, last used first. */
  'sessions.list': {
    args: {}
    answer: {
      status: 'success'
      data: {
        sessions: Session[]
      }
    }
  }
  /** List the spaces the caller belongs to. */
  'spaces.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        count: number
        spaces: Space[]
      }
    }
  }
  /** Read a space the caller belongs to. */
  'spaces.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: Space
    }
  }
  /** Rename the space the token is bound to, change its language, or ask everybody in it for a second factor. */
  'spaces.update': {
    args: {
      id: number
      data: {
        name?: string
        locale?: string
        second_factor_required?: boolean
      }
    }
    answer: {
      status: 'success'
      data: Space
    }
  }
  /** Sum up payments by month and currency, by payment method, campaign and status. */
  'statistics.money': {
    args: {
      from?: string
      to?: string
    }
    answer: {
      status: 'success'
      data: {
        from: string
        to: string
        months: {
          month: string
          currency: string
          collected: number
          pending: number
          refunded: number
          unpaid: number
          transactions: number
          donations: number
          memberships: number
        }[]
        by_payment_method: {
          payment_method_kind: string
          currency: string
          collected: number
          pending: number
          refunded: number
          unpaid: number
          transactions: number
        }[]
        by_campaign: {
          code_campaign: string
          currency: string
          collected: number
          pending: number
          refunded: number
          unpaid: number
          transactions: number
        }[]
        by_status: {
          status_id: number | null
          name: string
          kind: string
          currency: string
          collected: number
          pending: number
          refunded: number
          unpaid: number
          transactions: number
        }[]
      }
    }
  }
  /** Suspend a person: from now on every token they hold for this space is refused. */
  'suspensions.create': {
    args: {
      data: {
        user_id: number
        reason?: string
      }
    }
    answer: {
      status: 'success'
      data: Suspension
    }
  }
  /** Let a suspended person act again. Tokens that have not ended meanwhile work again. */
  'suspensions.end': {
    args: {
      user_id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        user_id: number
      }
    }
  }
  /** List the suspended people of the space, latest first. */
  'suspensions.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: Suspension[]
      total: number
    }
  }
  /** Tell whether the service can serve. */
  'system.health': {
    args: {}
    answer: {
      status: 'ok'
      version: string
    }
  }
  /** This interface as an OpenAPI 3.1 document. */
  'system.openapi': {
    args: {}
    answer: {
      openapi: string
    }
  }
  /** Put tags on many contacts, or take them off. */
  'tags.change': {
    args: {
      data: {
        add?: string[]
        remove?: string[]
        contact_ids?: number[]
        query?: unknown
      }
    }
    answer: {
      status: 'success'
      data: TagChange
    }
  }
  /** List the tags of the space by name, with how many contacts have each. */
  'tags.list': {
    args: {
      limit?: number
      cursor?: string
      prefix?: string
    }
    answer: {
      status: 'success'
      data: Tag[]
      next_cursor: string | null
    }
  }
  /** Tell what came of a change of tags. */
  'tags.readChange': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: TagChange
    }
  }
  /** Create a team. */
  'teams.create': {
    args: {
      data: {
        team: {
          name: string
          description?: string
          private?: boolean
          hide_users?: boolean
          leaders?: {
            id: number
          }[]
          users?: {
            id: number
          }[]
          address?: {
            housenumber?: string
            street?: string
            postalcode?: string
            citycode?: string
            city?: string
            state?: string
            country?: string
            addition?: string
            infos?: string
            building?: string
            floor?: string
            door?: string
            pollingstation?: string
            building_type?: string
            lattitude?: string
            longitude?: string
            location?: string
            score?: number
            invalid?: boolean
            latitude?: string
            house_number?: string
          } | null
        }
      }
    }
    answer: {
      status: 'success'
      data: {
        team: Team
      }
    }
  }
  /** List every team the caller can see. */
  'teams.list': {
    args: {
      user_id?: number
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: {
        teams: Team[]
      }
    }
  }
  /** List the public teams, with full user records. */
  'teams.listPublic': {
    args: {
      limit?: number
      offset?: number
    }
    answer: PublicTeam[]
  }
  /** Read a team. */
  'teams.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        team: Team
      }
    }
  }
  /** Delete a team. */
  'teams.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        team_id: number
      }
    }
  }
  /** Replace a team; an omitted field, except name, returns to its default. */
  'teams.replace': {
    args: {
      data: {
        team: {
          id: number
          name?: string
          description?: string
          private?: boolean
          hide_users?: boolean
          leaders?: {
            id: number
          }[]
          users?: {
            id: number
          }[]
          address?: {
            housenumber?: string
            street?: string
            postalcode?: string
            citycode?: string
            city?: string
            state?: string
            country?: string
            addition?: string
            infos?: string
            building?: string
            floor?: string
            door?: string
            pollingstation?: string
            building_type?: string
            lattitude?: string
            longitude?: string
            location?: string
            score?: number
            invalid?: boolean
            latitude?: string
            house_number?: string
          } | null
        }
      }
    }
    answer: {
      status: 'success'
      data: {
        team: Team
      }
    }
  }
  /** Make a token for this space. Its secret is shown only in this answer. */
  'tokens.create': {
    args: {
      data: {
        name: string
        scopes?: ('users:read' | 'users:write' | 'users:invite' | 'roles:assign' | 'roles:write' | 'teams:read' | 'teams:write' | 'teams:manage' | 'catalogue:read' | 'catalogue:hidden' | 'catalogue:write' | 'finance:read' | 'finance:write' | 'finance:settings' | 'contacts:read' | 'contacts:sensitive' | 'contacts:write' | 'contacts:export' | 'filters:manage' | 'actions:read' | 'actions:write' | 'forms:read' | 'forms:write' | 'tokens:write' | 'clients:manage' | 'webhooks:manage' | 'audit:read' | 'privacy:manage' | 'space:manage')[]
        days?: number
      }
    }
    answer: {
      status: 'success'
      data: MadeToken
    }
  }
  /** End a token at once. */
  'tokens.end': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        token_id: number
      }
    }
  }
  /** List one's own living tokens in this space, newest first. */
  'tokens.list': {
    args: {
      all?: boolean
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: Token[]
      total: number
    }
  }
  /** Put transactions into an open batch, all of them or none. */
  'transaction_batches.add': {
    args: {
      id: number
      data: {
        transaction_ids: number[]
      }
    }
    answer: {
      status: 'success'
      data: TransactionBatch
    }
  }
  /** Close a batch; only when count and amount are as expected. */
  'transaction_batches.close': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: TransactionBatch
    }
  }
  /** Open a batch; it takes the next number. */
  'transaction_batches.create': {
    args: {
      data: {
        name?: string
        currency?: string
        expected_count?: number
        expected_amount?: number
      }
    }
    answer: {
      status: 'success'
      data: TransactionBatch
    }
  }
  /** Note that a closed batch was taken to the bank. */
  'transaction_batches.deposit': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: TransactionBatch
    }
  }
  /** List batches, newest first. */
  'transaction_batches.list': {
    args: {
      limit?: number
      offset?: number
      state?: 'open' | 'closed' | 'deposited'
    }
    answer: {
      status: 'success'
      data: TransactionBatch[]
      total: number
    }
  }
  /** Read a batch. */
  'transaction_batches.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: TransactionBatch
    }
  }
  /** Open a closed or deposited batch again. */
  'transaction_batches.reopen': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: TransactionBatch
    }
  }
  /** Take a transaction out of an open batch. */
  'transaction_batches.takeOut': {
    args: {
      id: number
      transaction_id: number
    }
    answer: {
      status: 'success'
      data: TransactionBatch
    }
  }
  /** Change the name of an open batch, or what is expected of it. */
  'transaction_batches.update': {
    args: {
      id: number
      data: {
        name?: string
        expected_count?: number
        expected_amount?: number
      }
    }
    answer: {
      status: 'success'
      data: TransactionBatch
    }
  }
  /** Record a bundle. */
  'transaction_bundles.create': {
    args: {
      data: {
        origin?: string
        transactions?: {
          amount?: number
          currency?: string
          payment_method_kind?: string
          payment_method?: {}
          contact_id?: number
          date?: string
          code_campaign?: string
          delivered_at?: string | null
          delivery_token?: string
          comment?: string
          comment_date?: string | null
          reimbursed_amount?: number
          unpaid_amount?: number
          external_transaction_id?: number | null
          status_id?: number | null
          extra_json?: {}
        }[]
        memberships?: {
          contact_id?: number
          start_date?: string
          end_date?: string | null
          membership_price_id?: number | null
          amount?: number
          amount_initial?: number
          currency?: string
          comment?: string
          rolling_year?: boolean
        }[]
        donations?: {
          contact_id?: number
          date?: string
          amount?: number
          initial_amount?: number
          amount_initial?: number
          currency?: string
          donation_price_id?: number | null
          affectation?: string
          comment?: string
        }[]
      }
    }
    answer: {
      status: 'success'
      data: TransactionBundle
    }
  }
  /** Download bundles as CSV, a line for each item. */
  'transaction_bundles.export': {
    args: {
      updated_since?: string
      contact_id?: number
      status_id?: number
      state?: 'pending' | 'unpaid'
      payment_method_kind?: string
      batch_id?: number
      code_campaign?: string
      date_from?: string
      date_to?: string
      origin?: string
      separator?: ',' | ';' | 'tab'
      bom?: boolean
    }
    answer: string
  }
  /** Read what happened to a bundle, in the order it happened. */
  'transaction_bundles.history': {
    args: {
      id: number
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: BundleHistoryEntry[]
      total: number
    }
  }
  /** List bundles, newest first. */
  'transaction_bundles.list': {
    args: {
      limit?: number
      offset?: number
      cursor?: string
      updated_since?: string
      contact_id?: number
      status_id?: number
      state?: 'pending' | 'unpaid'
      payment_method_kind?: string
      batch_id?: number
      code_campaign?: string
      date_from?: string
      date_to?: string
      origin?: string
    }
    answer: {
      status: 'success'
      data: TransactionBundle[]
      total: number
      next_cursor: string | null
    }
  }
  /** Read a bundle. */
  'transaction_bundles.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: TransactionBundle
    }
  }
  /** Delete a bundle. Its history stays readable. */
  'transaction_bundles.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        transaction_bundle_id: number
      }
    }
  }
  /** Change items of a bundle, or add some. Nothing is ever removed. */
  'transaction_bundles.update': {
    args: {
      id: number
      data: {
        id?: number
        transactions?: {
          amount?: number
          currency?: string
          payment_method_kind?: string
          payment_method?: {}
          contact_id?: number
          date?: string
          code_campaign?: string
          delivered_at?: string | null
          delivery_token?: string
          comment?: string
          comment_date?: string | null
          reimbursed_amount?: number
          unpaid_amount?: number
          external_transaction_id?: number | null
          status_id?: number | null
          extra_json?: {}
          id?: number
        }[]
        memberships?: {
          contact_id?: number
          start_date?: string
          end_date?: string | null
          membership_price_id?: number | null
          amount?: number
          amount_initial?: number
          currency?: string
          comment?: string
          rolling_year?: boolean
          id?: number
        }[]
        donations?: {
          contact_id?: number
          date?: string
          amount?: number
          initial_amount?: number
          amount_initial?: number
          currency?: string
          donation_price_id?: number | null
          affectation?: string
          comment?: string
          id?: number
        }[]
      }
    }
    answer: {
      status: 'success'
      data: TransactionBundle
    }
  }
  /** Read the settings. */
  'transaction_settings.read': {
    args: {}
    answer: {
      status: 'success'
      data: TransactionSettings
    }
  }
  /** Change the settings; only the fields that are sent change. */
  'transaction_settings.update': {
    args: {
      data: {
        payment_method_kinds?: string[]
        max_batch_size?: number
        default_status_id?: number | null
        default_membership_price_id?: number | null
        default_donation_price_id?: number | null
        batch_prefix?: string
        batch_serial?: number
        membership_serial?: number
        membership_prefix?: string
        additional_settings?: {}
        currency?: string
        open_periods?: Record<string, {
          start: string
          end: string
          open: boolean
        }>
      }
    }
    answer: {
      status: 'success'
      data: TransactionSettings
    }
  }
  /** Add a transaction status. */
  'transaction_statuses.create': {
    args: {
      data: {
        name: string
        color?: string
        kind?: string
        archived?: boolean
      }
    }
    answer: {
      status: 'success'
      data: TransactionStatus
    }
  }
  /** List the transaction statuses. */
  'transaction_statuses.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: TransactionStatus[]
      total: number
    }
  }
  /** Read a transaction status. */
  'transaction_statuses.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: TransactionStatus
    }
  }
  /** Delete a transaction status; one in use is archived instead. */
  'transaction_statuses.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        id: number
      }
    }
  }
  /** Change a transaction status; only the fields that are sent change. */
  'transaction_statuses.update': {
    args: {
      id: number
      data: {
        name?: string
        color?: string
        kind?: string
        archived?: boolean
      }
    }
    answer: {
      status: 'success'
      data: TransactionStatus
    }
  }
  /** Update the contact that is meant, or create one; the receipt tells what became of it. */
  'upserts.create': {
    args: {
      data: {
        id?: number
        birth_city?: string | null
        birth_country?: string | null
        birth_dept?: string | null
        firstname?: string | null
        surname?: string | null
        married_name?: string | null
        gender?: '' | 'M' | 'F' | 'O' | null
        mail?: string | null
        mobile?: string | null
        phone?: string | null
        nationality?: string | null
        external_id?: string | null
        birthdate?: string | '' | null
        nationbuilderid?: number | null
        age_category?: number
        black_list?: boolean
        mobile_invalid?: boolean
        phone_invalid?: boolean
        address?: {
          addition?: string | number | null
          building?: string | number | null
          building_type?: string | number | null
          city?: string | number | null
          country?: string | number | null
          county?: string | number | null
          door?: string | number | null
          floor?: string | number | null
          house_number?: string | number | null
          infos?: string | number | null
          latitude?: string | number | null
          longitude?: string | number | null
          postal_code?: string | number | null
          state?: string | number | null
          street?: string | number | null
          housenumber?: string | number | null
          postalcode?: string | number | null
          lattitude?: string | number | null
          citycode?: string | number | null
          pollingstation?: string | number | null
          score?: number | null
        } | null
        tags?: {
          name: string
        }[] | null
        formdatas?: {
          data: string
          form_id: number
          form_ref_id: number
          date?: string | null
          survey_id?: number | null
          source?: string
        }[] | null
        consents?: {
          id?: number
          label?: string
          value?: string | number | (string | number)[]
          data?: string
          form_id?: number
          form_ref_id?: number
          date?: string | null
          survey_id?: number | null
          source?: string
        }[] | null
        custom_fields?: {
          id?: number
          label?: string
          value?: string | number | (string | number)[]
          data?: string
          form_id?: number
          form_ref_id?: number
          date?: string | null
          survey_id?: number | null
          source?: string
        }[] | null
        status?: {
          id?: number
          label?: string
          value?: string | number | (string | number)[]
          data?: string
          form_id?: number
          form_ref_id?: number
          date?: string | null
          survey_id?: number | null
          source?: string
        }[] | null
        forms?: {
          id?: number
          label?: string
          value?: string | number | (string | number)[]
          data?: string
          form_id?: number
          form_ref_id?: number
          date?: string | null
          survey_id?: number | null
          source?: string
        }[] | null
        actions?: {
          id?: number
          label?: string
          value?: string | number | (string | number)[]
          data?: string
          form_id?: number
          form_ref_id?: number
          date?: string | null
          survey_id?: number | null
          source?: string
        }[] | null
        name_presences?: {
          id?: number
          label?: string
          value?: string | number | (string | number)[]
          data?: string
          form_id?: number
          form_ref_id?: number
          date?: string | null
          survey_id?: number | null
          source?: string
        }[] | null
      }
      kind: 'contact'
      by?: 'external_id'
    }
    answer: {
      status: 'success'
      data: {
        receipt: string
      }
    }
  }
  /** Tell what became of an upsert. */
  'upserts.read': {
    args: {
      receipt: string
    }
    answer: {
      status: 'success'
      data: UpsertReceipt
    }
  }
  /** Give a user another role. */
  'users.assignRole': {
    args: {
      data: {
        user_id: number
        role_id: number
      }
    }
    answer: {
      status: 'success'
      data: string
    }
  }
  /** List the users the caller can see. */
  'users.list': {
    args: {
      limit?: number
      offset?: number
      sort?: boolean
    }
    answer: {
      status: 'success'
      data: {
        count: number
        teams: null
        users: User[]
      }
    }
  }
  /** Read a user. */
  'users.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        User: User
        user: User
      }
    }
  }
  /** Take a user out of the space. */
  'users.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        user_id: number
      }
    }
  }
  /** Change the profile of a user. */
  'users.update': {
    args: {
      id: number
      data: {
        mail: string
        firstname?: string
        surname?: string
        phone?: string
        address?: string
        city?: string
        postal?: string
        location?: string
        avatar?: string
        birthdate?: string | null
        locale?: string
        selected_group_id?: number[]
        UpdateToken?: boolean
      }
      UpdateToken?: boolean
    }
    answer: {
      status: 'success'
      data: string
    }
  }
  /** Correct a visit; what it was is kept. */
  'visits.correct': {
    args: {
      id: number
      visit_id: number
      data: {
        visit: {
          result?: 'talked' | 'refused' | 'come_back' | 'signed' | 'voted' | 'not_voted' | 'abstention' | 'other' | 'absent' | 'moved' | 'no_access' | 'leaflet' | 'wrong_address' | 'deceased'
          date?: string
          comment?: string
          address?: {
            id?: number
            street?: string
            city?: string
            state?: string
            country?: string
            addition?: string
            infos?: string
            building?: string
            door?: string
            pollingstation?: string
            housenumber?: number | string
            postalcode?: number | string
            citycode?: number | string
            floor?: number | string
            house_number?: string
            postal_code?: string
            city_code?: string
            floor_name?: string
            latitude?: string
            longitude?: string
          } | null
          contact_id?: number | null
          formdatas?: {
            form_id: number
            form_ref_id: number
            data?: string
          }[]
        }
      }
    }
    answer: {
      status: 'success'
      data: {
        visit: Visit
      }
    }
  }
  /** Read what was corrected in a visit. */
  'visits.history': {
    args: {
      id: number
      visit_id: number
    }
    answer: {
      status: 'success'
      data: {
        history: VisitHistoryEntry[]
      }
    }
  }
  /** List visits of an action, last recorded first. */
  'visits.list': {
    args: {
      id: number
      from?: string
      to?: string
      result?: 'talked' | 'refused' | 'come_back' | 'signed' | 'voted' | 'not_voted' | 'abstention' | 'other' | 'absent' | 'moved' | 'no_access' | 'leaflet' | 'wrong_address' | 'deceased'
      recorded_by?: number
      withdrawn?: boolean
      cursor?: string
      limit?: number
    }
    answer: {
      status: 'success'
      data: {
        visits: Visit[]
        next_cursor: string | null
      }
    }
  }
  /** Read a visit. */
  'visits.read': {
    args: {
      id: number
      visit_id: number
    }
    answer: {
      status: 'success'
      data: {
        visit: Visit
      }
    }
  }
  /** Record a visit, or several: all of them or none. */
  'visits.record': {
    args: {
      id: number
      data: {
        visit?: {
          key: string
          result: 'talked' | 'refused' | 'come_back' | 'signed' | 'voted' | 'not_voted' | 'abstention' | 'other' | 'absent' | 'moved' | 'no_access' | 'leaflet' | 'wrong_address' | 'deceased'
          date?: string
          comment?: string
          address?: {
            id?: number
            street?: string
            city?: string
            state?: string
            country?: string
            addition?: string
            infos?: string
            building?: string
            door?: string
            pollingstation?: string
            housenumber?: number | string
            postalcode?: number | string
            citycode?: number | string
            floor?: number | string
            house_number?: string
            postal_code?: string
            city_code?: string
            floor_name?: string
            latitude?: string
            longitude?: string
          } | null
          contact_id?: number | null
          formdatas?: {
            form_id: number
            form_ref_id: number
            data?: string
          }[]
          contact?: {
            firstname?: string | null
            surname?: string | null
            gender?: '' | 'M' | 'F' | 'O' | null
            birthdate?: string | '' | null
            mail?: string | null
            mobile?: string | null
            phone?: string | null
          } | null
        }
        visits?: {
          key: string
          result: 'talked' | 'refused' | 'come_back' | 'signed' | 'voted' | 'not_voted' | 'abstention' | 'other' | 'absent' | 'moved' | 'no_access' | 'leaflet' | 'wrong_address' | 'deceased'
          date?: string
          comment?: string
          address?: {
            id?: number
            street?: string
            city?: string
            state?: string
            country?: string
            addition?: string
            infos?: string
            building?: string
            door?: string
            pollingstation?: string
            housenumber?: number | string
            postalcode?: number | string
            citycode?: number | string
            floor?: number | string
            house_number?: string
            postal_code?: string
            city_code?: string
            floor_name?: string
            latitude?: string
            longitude?: string
          } | null
          contact_id?: number | null
          formdatas?: {
            form_id: number
            form_ref_id: number
            data?: string
          }[]
          contact?: {
            firstname?: string | null
            surname?: string | null
            gender?: '' | 'M' | 'F' | 'O' | null
            birthdate?: string | '' | null
            mail?: string | null
            mobile?: string | null
            phone?: string | null
          } | null
        }[]
      }
    }
    answer: {
      status: 'success'
      data: {
        visit?: Visit
        visits?: Visit[]
      }
    }
  }
  /** Withdraw a visit: it counts nowhere, and what it was is kept. */
  'visits.withdraw': {
    args: {
      id: number
      visit_id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        visit_id: number
      }
    }
  }
  /** Make a webhook. Its secret is shown only in this answer. */
  'webhooks.create': {
    args: {
      data: {
        name: string
        url: string
        types?: ('contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.restored' | 'contact.merged' | 'contact.unmerged' | 'contact.erased' | 'form.created' | 'form.updated' | 'form.deleted' | 'privacy_request.created' | 'privacy_request.updated' | 'user.joined' | 'user.updated' | 'user.suspended' | 'user.restored' | 'user.left' | 'invitation.created' | 'invitation.accepted' | 'invitation.deleted' | 'team.created' | 'team.updated' | 'team.deleted' | 'role.created' | 'role.updated' | 'role.deleted' | 'space.updated' | 'transaction_bundle.created' | 'transaction_bundle.updated' | 'transaction_bundle.deleted' | 'transaction_batch.created' | 'transaction_batch.updated' | 'membership_price_group.created' | 'membership_price_group.updated' | 'membership_price_group.deleted' | 'membership_price.created' | 'membership_price.updated' | 'membership_price.deleted' | 'donation_price.created' | 'donation_price.updated' | 'donation_price.deleted' | 'code_campaign.created' | 'code_campaign.updated' | 'code_campaign.deleted' | 'transaction_status.created' | 'transaction_status.updated' | 'transaction_status.deleted' | 'transaction_settings.updated' | 'action.created' | 'action.updated' | 'action.deleted' | 'action.restored' | 'visit.created' | 'visit.updated' | 'visit.deleted' | 'declared_visit.created' | 'declared_visit.deleted')[]
      }
    }
    answer: {
      status: 'success'
      data: MadeWebhook
    }
  }
  /** List what was sent to a webhook, or is about to be, newest first. */
  'webhooks.deliveries': {
    args: {
      id: number
      limit?: number
      cursor?: string
      state?: 'waiting' | 'delivered' | 'failed'
    }
    answer: {
      status: 'success'
      data: WebhookDelivery[]
      next_cursor: string | null
    }
  }
  /** List the webhooks of the space, by name. */
  'webhooks.list': {
    args: {
      limit?: number
      offset?: number
    }
    answer: {
      status: 'success'
      data: Webhook[]
      total: number
    }
  }
  /** Read a webhook. */
  'webhooks.read': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: Webhook
    }
  }
  /** Delete a webhook, with what waits for it and its log. */
  'webhooks.remove': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        webhook_id: number
      }
    }
  }
  /** Make a new secret, shown only in this answer. The one before signs too for 24 hours. */
  'webhooks.renewSecret': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: MadeWebhook
    }
  }
  /** Send everything once more that happened since a time. */
  'webhooks.replay': {
    args: {
      id: number
      data: {
        since: string
      }
    }
    answer: {
      status: 'success'
      data: {
        count: number
      }
    }
  }
  /** Send one event once more. */
  'webhooks.replayDelivery': {
    args: {
      id: number
      delivery_id: number
    }
    answer: {
      status: 'success'
      data: WebhookDelivery
    }
  }
  /** Send this webhook an event of the type webhook.tested. */
  'webhooks.test': {
    args: {
      id: number
    }
    answer: {
      status: 'success'
      data: {
        message: string
        webhook_id: number
      }
    }
  }
  /** Change a webhook, or switch it off and on; only the fields that are sent change. */
  'webhooks.update': {
    args: {
      id: number
      data: {
        name?: string
        url?: string
        types?: ('contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.restored' | 'contact.merged' | 'contact.unmerged' | 'contact.erased' | 'form.created' | 'form.updated' | 'form.deleted' | 'privacy_request.created' | 'privacy_request.updated' | 'user.joined' | 'user.updated' | 'user.suspended' | 'user.restored' | 'user.left' | 'invitation.created' | 'invitation.accepted' | 'invitation.deleted' | 'team.created' | 'team.updated' | 'team.deleted' | 'role.created' | 'role.updated' | 'role.deleted' | 'space.updated' | 'transaction_bundle.created' | 'transaction_bundle.updated' | 'transaction_bundle.deleted' | 'transaction_batch.created' | 'transaction_batch.updated' | 'membership_price_group.created' | 'membership_price_group.updated' | 'membership_price_group.deleted' | 'membership_price.created' | 'membership_price.updated' | 'membership_price.deleted' | 'donation_price.created' | 'donation_price.updated' | 'donation_price.deleted' | 'code_campaign.created' | 'code_campaign.updated' | 'code_campaign.deleted' | 'transaction_status.created' | 'transaction_status.updated' | 'transaction_status.deleted' | 'transaction_settings.updated' | 'action.created' | 'action.updated' | 'action.deleted' | 'action.restored' | 'visit.created' | 'visit.updated' | 'visit.deleted' | 'declared_visit.created' | 'declared_visit.deleted')[]
        enabled?: boolean
      }
    }
    answer: {
      status: 'success'
      data: Webhook
    }
  }
}

/** Method, path and the names that go into the query, for each operation. */
export const routes = {
  'action_addresses.add': ['POST', '/actions/{id}/addresses'],
  'action_addresses.choose': ['POST', '/actions/{id}/addresses/from_contacts', 'cursor'],
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
  'audit.list': ['GET', '/v1/audit', 'limit', 'cursor', 'user_id', 'kind', 'subject', 'subject_id', 'from', 'to'],
  'changes.list': ['GET', '/v1/changes', 'cursor', 'from', 'types', 'limit', 'wait'],
  'code_campaigns.create': ['POST', '/v1/code_campaigns'],
  'code_campaigns.list': ['GET', '/v1/code_campaigns', 'limit', 'offset'],
  'code_campaigns.read': ['GET', '/v1/code_campaigns/{id}'],
  'code_campaigns.remove': ['DELETE', '/v1/code_campaigns/{id}'],
  'code_campaigns.update': ['PATCH', '/v1/code_campaigns/{id}'],
  'contacts.consents': ['GET', '/contacts/{id}/consents', 'limit', 'offset'],
  'contacts.create': ['POST', '/contacts'],
  'contacts.deleted': ['GET', '/v1/deleted_contacts', 'limit', 'cursor'],
  'contacts.known': ['POST', '/v1/known_contacts'],
  'contacts.list': ['GET', '/contacts', 'limit', 'offset', 'sort', 'cursor'],
  'contacts.read': ['GET', '/contacts/{id}'],
  'contacts.readBare': ['GET', '/v1/contacts/{id}'],
  'contacts.remove': ['DELETE', '/contacts/{id}'],
  'contacts.replace': ['PATCH', '/contacts/{id}'],
  'contacts.restore': ['POST', '/contacts/{id}/restore'],
  'contacts.timeline': ['GET', '/contacts/{id}/timeline', 'limit', 'offset'],
  'declared_visits.declare': ['POST', '/actions/{id}/declared_visits'],
  'declared_visits.list': ['GET', '/actions/{id}/declared_visits', 'cursor', 'limit'],
  'declared_visits.withdraw': ['DELETE', '/actions/{id}/declared_visits/{declared_id}'],
  'donation_prices.create': ['POST', '/v1/donation_prices'],
  'donation_prices.list': ['GET', '/v1/donation_prices', 'limit', 'offset'],
  'donation_prices.read': ['GET', '/v1/donation_prices/{id}'],
  'donation_prices.remove': ['DELETE', '/v1/donation_prices/{id}'],
  'donation_prices.update': ['PATCH', '/v1/donation_prices/{id}'],
  'duplicates.list': ['GET', '/v1/duplicates', 'limit', 'cursor', 'reason'],
  'duplicates.ofContact': ['GET', '/contacts/{id}/duplicates'],
  'duplicates.proposeAgain': ['DELETE', '/v1/duplicates/told_apart/{one}/{other}'],
  'duplicates.tellApart': ['POST', '/v1/duplicates/told_apart'],
  'exports.contacts': ['POST', '/v1/exports/contacts.csv'],
  'find.find': ['GET', '/v1/find', 'q'],
  'forms.archive': ['DELETE', '/forms/{id}'],
  'forms.create': ['POST', '/forms'],
  'forms.list': ['GET', '/forms', 'limit', 'offset', 'archived'],
  'forms.listOfType': ['GET', '/v1/forms/type/{type}', 'limit', 'offset'],
  'forms.list_consent': ['GET', '/forms/consent', 'limit', 'offset'],
  'forms.list_custom_fields': ['GET', '/forms/custom_fields', 'limit', 'offset'],
  'forms.list_level_of_support': ['GET', '/forms/level_of_support', 'limit', 'offset'],
  'forms.list_presence_status': ['GET', '/forms/presence_status', 'limit', 'offset'],
  'forms.list_survey': ['GET', '/forms/survey', 'limit', 'offset'],
  'forms.list_tasks': ['GET', '/forms/tasks', 'limit', 'offset'],
  'forms.read': ['GET', '/forms/{id}'],
  'forms.update': ['PATCH', '/forms/{id}'],
  'grants.end': ['DELETE', '/v1/grants/{id}'],
  'grants.list': ['GET', '/v1/grants', 'limit', 'offset'],
  'imports.check': ['POST', '/v1/imports/{id}/check'],
  'imports.kept': ['GET', '/v1/imports/{id}/kept', 'limit', 'offset'],
  'imports.list': ['GET', '/v1/imports', 'limit', 'offset'],
  'imports.read': ['GET', '/v1/imports/{id}'],
  'imports.refused': ['GET', '/v1/imports/{id}/refused.csv'],
  'imports.run': ['POST', '/v1/imports/{id}/run'],
  'imports.undo': ['POST', '/v1/imports/{id}/undo'],
  'imports.update': ['PATCH', '/v1/imports/{id}'],
  'imports.upload': ['POST', '/v1/imports', 'name'],
  'integrations.create': ['POST', '/v1/integrations'],
  'integrations.end': ['DELETE', '/v1/integrations/{id}'],
  'integrations.endSecret': ['DELETE', '/v1/integrations/{id}/secrets/{secret_id}'],
  'integrations.list': ['GET', '/v1/integrations', 'limit', 'offset'],
  'integrations.makeSecret': ['POST', '/v1/integrations/{id}/secrets'],
  'integrations.read': ['GET', '/v1/integrations/{id}'],
  'integrations.update': ['PATCH', '/v1/integrations/{id}'],
  'invitations.cancel': ['DELETE', '/users/invitation/{id}'],
  'invitations.create': ['POST', '/users/invitation'],
  'invitations.list': ['GET', '/users/invitation', 'limit', 'offset'],
  'jobs.cancel': ['POST', '/v1/jobs/{id}/cancel'],
  'jobs.follow': ['GET', '/v1/jobs/{id}/events'],
  'jobs.list': ['GET', '/v1/jobs', 'limit', 'offset', 'state'],
  'jobs.read': ['GET', '/v1/jobs/{id}'],
  'ledger.export': ['GET', '/v1/ledger.csv', 'from', 'to', 'separator'],
  'me.read': ['GET', '/me'],
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
  'payment_views.create': ['POST', '/v1/payment_views'],
  'payment_views.list': ['GET', '/v1/payment_views', 'limit', 'offset'],
  'payment_views.remove': ['DELETE', '/v1/payment_views/{id}'],
  'payment_views.update': ['PATCH', '/v1/payment_views/{id}'],
  'privacy_requests.complete': ['POST', '/v1/privacy_requests/{id}/complete'],
  'privacy_requests.create': ['POST', '/v1/privacy_requests'],
  'privacy_requests.export': ['GET', '/v1/privacy_requests/{id}/export'],
  'privacy_requests.findErased': ['POST', '/v1/privacy_requests/erased'],
  'privacy_requests.lift': ['POST', '/v1/privacy_requests/{id}/lift'],
  'privacy_requests.list': ['GET', '/v1/privacy_requests', 'limit', 'cursor', 'kind', 'state', 'contact_id'],
  'privacy_requests.read': ['GET', '/v1/privacy_requests/{id}'],
  'privacy_requests.refuse': ['POST', '/v1/privacy_requests/{id}/refuse'],
  'privacy_requests.update': ['PATCH', '/v1/privacy_requests/{id}'],
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
  'search.kpi': ['POST', '/kpi'],
  'search.search': ['POST', '/search'],
  'sessions.end': ['DELETE', '/v1/sessions/{id}'],
  'sessions.endOthers': ['DELETE', '/v1/sessions'],
  'sessions.list': ['GET', '/v1/sessions'],
  'spaces.list': ['GET', '/spaces', 'limit', 'offset'],
  'spaces.read': ['GET', '/spaces/{id}'],
  'spaces.update': ['PATCH', '/spaces/{id}'],
  'statistics.money': ['GET', '/v1/statistics/money', 'from', 'to'],
  'suspensions.create': ['POST', '/v1/suspensions'],
  'suspensions.end': ['DELETE', '/v1/suspensions/{user_id}'],
  'suspensions.list': ['GET', '/v1/suspensions', 'limit', 'offset'],
  'system.health': ['GET', '/health'],
  'system.openapi': ['GET', '/openapi.json'],
  'tags.change': ['POST', '/v1/tag_changes'],
  'tags.list': ['GET', '/v1/tags', 'limit', 'cursor', 'prefix'],
  'tags.readChange': ['GET', '/v1/tag_changes/{id}'],
  'teams.create': ['POST', '/teams'],
  'teams.list': ['GET', '/teams', 'user_id', 'limit', 'offset'],
  'teams.listPublic': ['GET', '/teams/public', 'limit', 'offset'],
  'teams.read': ['GET', '/teams/{id}'],
  'teams.remove': ['DELETE', '/teams/{id}'],
  'teams.replace': ['PATCH', '/teams'],
  'tokens.create': ['POST', '/v1/tokens'],
  'tokens.end': ['DELETE', '/v1/tokens/{id}'],
  'tokens.list': ['GET', '/v1/tokens', 'all', 'limit', 'offset'],
  'transaction_batches.add': ['POST', '/v1/transaction_batches/{id}/transactions'],
  'transaction_batches.close': ['POST', '/v1/transaction_batches/{id}/close'],
  'transaction_batches.create': ['POST', '/v1/transaction_batches'],
  'transaction_batches.deposit': ['POST', '/v1/transaction_batches/{id}/deposit'],
  'transaction_batches.list': ['GET', '/v1/transaction_batches', 'limit', 'offset', 'state'],
  'transaction_batches.read': ['GET', '/v1/transaction_batches/{id}'],
  'transaction_batches.reopen': ['POST', '/v1/transaction_batches/{id}/reopen'],
  'transaction_batches.takeOut': ['DELETE', '/v1/transaction_batches/{id}/transactions/{transaction_id}'],
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
    'separator',
    'bom',
  ],
  'transaction_bundles.history': ['GET', '/v1/transaction_bundles/{id}/history', 'limit', 'offset'],
  'transaction_bundles.list': [
    'GET',
    '/v1/transaction_bundles',
    'limit',
    'offset',
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
  'transaction_bundles.remove': ['DELETE', '/v1/transaction_bundles/{id}'],
  'transaction_bundles.update': ['PATCH', '/v1/transaction_bundles/{id}'],
  'transaction_settings.read': ['GET', '/v1/transaction_settings'],
  'transaction_settings.update': ['PATCH', '/v1/transaction_settings'],
  'transaction_statuses.create': ['POST', '/v1/transaction_statuses'],
  'transaction_statuses.list': ['GET', '/v1/transaction_statuses', 'limit', 'offset'],
  'transaction_statuses.read': ['GET', '/v1/transaction_statuses/{id}'],
  'transaction_statuses.remove': ['DELETE', '/v1/transaction_statuses/{id}'],
  'transaction_statuses.update': ['PATCH', '/v1/transaction_statuses/{id}'],
  'upserts.create': ['POST', '/contacts/upsert'],
  'upserts.read': ['GET', '/contacts/upsert/{receipt}'],
  'users.assignRole': ['PATCH', '/users/role'],
  'users.list': ['GET', '/users', 'limit', 'offset', 'sort'],
  'users.read': ['GET', '/users/{id}'],
  'users.remove': ['DELETE', '/users/{id}'],
  'users.update': ['PATCH', '/users/{id}'],
  'visits.correct': ['PATCH', '/actions/{id}/visits/{visit_id}'],
  'visits.history': ['GET', '/actions/{id}/visits/{visit_id}/history'],
  'visits.list': ['GET', '/actions/{id}/visits', 'from', 'to', 'result', 'recorded_by', 'withdrawn', 'cursor', 'limit'],
  'visits.read': ['GET', '/actions/{id}/visits/{visit_id}'],
  'visits.record': ['POST', '/actions/{id}/visits'],
  'visits.withdraw': ['DELETE', '/actions/{id}/visits/{visit_id}'],
  'webhooks.create': ['POST', '/v1/webhooks'],
  'webhooks.deliveries': ['GET', '/v1/webhooks/{id}/deliveries', 'limit', 'cursor', 'state'],
  'webhooks.list': ['GET', '/v1/webhooks', 'limit', 'offset'],
  'webhooks.read': ['GET', '/v1/webhooks/{id}'],
  'webhooks.remove': ['DELETE', '/v1/webhooks/{id}'],
  'webhooks.renewSecret': ['POST', '/v1/webhooks/{id}/secret'],
  'webhooks.replay': ['POST', '/v1/webhooks/{id}/replay'],
  'webhooks.replayDelivery': ['POST', '/v1/webhooks/{id}/deliveries/{delivery_id}/replay'],
  'webhooks.test': ['POST', '/v1/webhooks/{id}/test'],
  'webhooks.update': ['PATCH', '/v1/webhooks/{id}'],
} as const satisfies Record<keyof Operations, readonly [string, string, ...string[]]>
