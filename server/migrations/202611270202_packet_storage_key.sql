-- Backups, and the command that encrypts documents, find what is stored by columns called `storage_key` or `..._storage_key`. The packets
-- of faxes and Direct messages were left out by both.
alter table delivery rename column packet_key to packet_storage_key;
