-- Gives a generated column another expression. Before PostgreSQL 17 the column must be made anew; the indexes and triggers that
-- use it, whoever made them, are made again as they were (docs/decisions/0155).
CREATE FUNCTION gatehouse_regenerate(of_table regclass, of_column name, expression text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	place int2 := (SELECT attnum FROM pg_attribute WHERE attrelid = of_table AND attname = of_column AND NOT attisdropped);
	kind text := (SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = of_table AND attnum = place);
	indexes text[];
	triggers text[];
	names text[];
	again text;
BEGIN
	IF current_setting('server_version_num')::int >= 170000 THEN
		EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET EXPRESSION AS (%s)', of_table, of_column, expression);
		RETURN;
	END IF;
	indexes := array(SELECT DISTINCT pg_get_indexdef(d.objid) FROM pg_depend d JOIN pg_index i ON i.indexrelid = d.objid
		WHERE d.classid = 'pg_class'::regclass AND d.refobjid = of_table AND d.refobjsubid = place);
	SELECT array_agg(pg_get_triggerdef(t.oid)), array_agg(t.tgname) INTO triggers, names FROM pg_trigger t
		WHERE t.tgrelid = of_table AND NOT t.tgisinternal AND place = ANY (t.tgattr::int2[]);
	FOREACH again IN ARRAY coalesce(names, '{}') LOOP
		EXECUTE format('DROP TRIGGER %I ON %s', again, of_table);
	END LOOP;
	EXECUTE format('ALTER TABLE %s DROP COLUMN %I', of_table, of_column);
	EXECUTE format('ALTER TABLE %s ADD COLUMN %I %s GENERATED ALWAYS AS (%s) STORED', of_table, of_column, kind, expression);
	FOREACH again IN ARRAY indexes || coalesce(triggers, '{}') LOOP
		EXECUTE again;
	END LOOP;
END $$;
