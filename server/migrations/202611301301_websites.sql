-- The website of a provider or an organization, entered in the product. It is shown as a link, so only http and https are stored.
alter table healthcare_provider add column website text
  constraint healthcare_provider_website check (website ~* '^https?://' and length(website) <= 300);
alter table healthcare_organization add column website text
  constraint healthcare_organization_website check (website ~* '^https?://' and length(website) <= 300);
