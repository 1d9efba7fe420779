import { useState, type ReactNode } from 'react';
import { AsyncMultiSelect } from '../ui/AsyncMultiSelect.tsx';
import { AsyncSelect } from '../ui/AsyncSelect.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { clinicKey, clinicLabel, clinics, searchClinics, searchForever, type Clinic } from './clinics.ts';
import { Live, State, Widget } from './Sample.tsx';

const shared = { label: 'Clinic', itemKey: clinicKey, itemLabel: clinicLabel, search: searchClinics };
const [first = null, , , long = null] = clinics;

function SearchBoxStates(): ReactNode {
  const [searched, setSearched] = useState<readonly string[]>([]);
  return (
    <Widget name="SearchBox">
      <Live name="Filled" initial="Ash">
        {(value, onChange) => <SearchBox label="Search clinics by name" value={value} onSearch={onChange} />}
      </Live>
      <Live name="Loading" initial="Ash">
        {(value, onChange) => <SearchBox label="Search clinics by city" value={value} onSearch={onChange} isLoading />}
      </Live>
      <State name="Empty">
        <SearchBox label="Search clinics" value="" onSearch={(term) => setSearched([...searched, term])} />
        <output aria-label="Searched">{searched.join(', ')}</output>
      </State>
    </Widget>
  );
}

/** Widgets that search on the server. */
export function AsyncSamples(): ReactNode {
  return (
    <>
      <SearchBoxStates />
      <Widget name="AsyncSelect">
        <Live<Clinic | null> name="Empty" initial={null}>
          {(value, onChange) => <AsyncSelect {...shared} value={value} onChange={onChange} />}
        </Live>
        <Live name="Filled" initial={first}>
          {(value, onChange) => <AsyncSelect {...shared} value={value} onChange={onChange} />}
        </Live>
        <Live<Clinic | null> name="Error" initial={null}>
          {(value, onChange) => (
            <AsyncSelect {...shared} withAsterisk value={value} onChange={onChange} error="Clinic is required" />
          )}
        </Live>
        <Live name="Disabled" initial={first}>
          {(value, onChange) => <AsyncSelect {...shared} value={value} onChange={onChange} disabled />}
        </Live>
        <Live<Clinic | null> name="Loading" initial={null}>
          {(value, onChange) => (
            <AsyncSelect {...shared} search={searchForever} minimum={0} value={value} onChange={onChange} />
          )}
        </Live>
        <Live name="Long text" initial={long}>
          {(value, onChange) => <AsyncSelect {...shared} value={value} onChange={onChange} />}
        </Live>
      </Widget>
      <Widget name="AsyncMultiSelect">
        <Live<readonly Clinic[]> name="Empty" initial={[]}>
          {(value, onChange) => <AsyncMultiSelect {...shared} label="Clinics" value={value} onChange={onChange} />}
        </Live>
        <Live<readonly Clinic[]> name="Filled" initial={clinics.slice(0, 2)}>
          {(value, onChange) => <AsyncMultiSelect {...shared} label="Clinics" value={value} onChange={onChange} />}
        </Live>
        <Live<readonly Clinic[]> name="Error" initial={[]}>
          {(value, onChange) => (
            <AsyncMultiSelect
              {...shared}
              label="Clinics"
              value={value}
              onChange={onChange}
              error="At least one clinic is required"
            />
          )}
        </Live>
        <Live<readonly Clinic[]> name="Disabled" initial={clinics.slice(0, 1)}>
          {(value, onChange) => (
            <AsyncMultiSelect {...shared} label="Clinics" value={value} onChange={onChange} disabled />
          )}
        </Live>
        <Live<readonly Clinic[]> name="Long text" initial={clinics.slice(2, 5)}>
          {(value, onChange) => <AsyncMultiSelect {...shared} label="Clinics" value={value} onChange={onChange} />}
        </Live>
      </Widget>
    </>
  );
}
