-- The secret of another phone, which counts once its first code was shown together with one of the present phone.
alter table second_factor add column next_secret bytea;
