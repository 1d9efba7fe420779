-- The words of users' names, so that any of them finds the user: "maria", or the "lopez" of "Garcia Lopez". Each is looked
-- for by its beginning, one range of the index (decision 016).
create table user_name_word (
  word text collate "C" not null,
  user_id bigint not null references user_account on delete cascade,
  -- Whose last name begins with it comes first.
  begins_last_name boolean not null,
  primary key (word, user_id)
);
create index user_name_word_user on user_name_word (user_id, word);

-- "O'Brien-Ng" has three words; whoever takes apart what was typed takes it apart like this.
create function name_words(value text) returns text[]
  language sql immutable strict parallel safe
  return array_remove(regexp_split_to_array(search_key(value), '[\s,.''’`()/‐‑–—-]+'), '');

create function words_of_user(last_name text, first_name text)
  returns table (word text, begins_last_name boolean)
  language sql immutable parallel safe
  as $$ select w.word, bool_or(w.is_first) from (
      select word, place = 1 as is_first from unnest(name_words(last_name)) with ordinality as l(word, place)
      union all
      select word, false from unnest(name_words(first_name)) as f(word)) as w
    group by w.word $$;

create function user_name_words() returns trigger language plpgsql as $$
begin
  delete from user_name_word where user_id = new.user_id;
  insert into user_name_word (word, user_id, begins_last_name)
  select word, new.user_id, begins_last_name from words_of_user(new.last_name, new.first_name);
  return null;
end $$;
create trigger user_name_words after insert or update of first_name, last_name on user_account
  for each row execute function user_name_words();

insert into user_name_word (word, user_id, begins_last_name)
select w.word, u.user_id, w.begins_last_name from user_account u cross join lateral words_of_user(u.last_name, u.first_name) w;

-- Nothing looks for whole names any more.
drop index user_account_last_first;
drop index user_account_first_last;
