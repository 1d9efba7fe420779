-- Clinical documents may hold a file whose pages nobody counted. They stay as they are until they were looked at again.
update patient_document set file_checked_at = null where format = 'xml' and has_text;
