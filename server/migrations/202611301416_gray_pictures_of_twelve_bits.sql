-- Gray pictures with 12 bits can be drawn now: the next check looks again.
update patient_document set file_checked_at = null where file_problem = 'twelve_bits';
