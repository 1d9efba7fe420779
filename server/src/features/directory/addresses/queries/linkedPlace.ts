/** Columns of a place `a`, and of a provider's or organization's link `l` to it. */
export const linkedPlaceColumns = {
  addressId: 'l.address_id',
  addressLabel: 'l.address_label',
  address1: 'a.address1',
  address2: 'a.address2',
  city: 'a.city',
  state: 'a.state',
  zipcode: 'a.zipcode',
  officePhone: 'l.office_phone',
  fax: 'l.fax_number',
  locationCode: 'l.location_code',
  version: 'l.version',
} as const;
