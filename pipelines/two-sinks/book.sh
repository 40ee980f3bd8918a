# Books the rows of a micro-batch, which are its input. Each batch becomes a file that is named after
# its key, in one step; one whose file is there was booked before, and is not booked again.
set -eu
mkdir -p out/books
batch=batch-$TIDEMARK_QUERY-$TIDEMARK_BATCH-$TIDEMARK_SINK
test -e "out/books/$batch.ndjson" && exit 0
cat > "out/books/.$batch"
mv "out/books/.$batch" "out/books/$batch.ndjson"
