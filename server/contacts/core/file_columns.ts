// What files tell of contacts, whether they come or go, in this order.

export const personColumns = [
  'external_id',
  'firstname',
  'surname',
  'married_name',
  'gender',
  'birthdate',
  'age_category',
  'birth_city',
  'birth_country',
  'nationality',
  'mail',
  'mobile',
  'phone',
  'black_list',
] as const

export const placeColumns = [
  'house_number',
  'street',
  'addition',
  'building',
  'floor',
  'door',
  'infos',
  'postal_code',
  'city_code',
  'city',
  'county',
  'state',
  'country',
  'polling_station',
  'latitude',
  'longitude',
] as const
