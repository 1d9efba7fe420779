-- Addresses within a box around a ZIP code, for the provider search.
create index address_position on address using gist (point(longitude, latitude));
