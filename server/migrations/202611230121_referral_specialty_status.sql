-- Each status of a specialty is counted for a whole client.
create index referral_specialty_status on referral (client_id, search_specialty_id, status) where search_specialty_id is not null;
